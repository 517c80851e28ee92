//! Tables for readers of the `PyCapsule` interface of Arrow.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::{
    ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};

/// Table for `polars.DataFrame`, `pyarrow.table`, `DuckDB` and other readers of Arrow.
#[pyclass(frozen, module = "countless")]
#[derive(Debug)]
pub struct Table(StructArray);

impl Table {
    /// Creates a table of columns of equal length.
    pub fn new(columns: Vec<(&str, ArrayRef)>) -> PyResult<Self> {
        let batch = RecordBatch::try_from_iter(columns);
        let batch = batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self(batch.into()))
    }

    fn field(&self) -> Arc<Field> {
        let fields = DataType::Struct(self.0.fields().clone());
        Arc::new(Field::new("", fields, false))
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.0.column_names()
    }

    fn __repr__(&self) -> String {
        let names = self.0.column_names().join(", ");
        format!("<countless.Table of {} rows: {names}>", self.0.len())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.field().as_ref())?)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        Ok(to_array_pycapsules(
            py,
            self.field(),
            &self.0,
            requested_schema,
        )?)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let whole: Result<ArrayRef, ArrowError> = Ok(Arc::new(self.0.clone()));
        let pieces = ArrayIterator::new([whole], self.field());
        Ok(to_stream_pycapsule(py, Box::new(pieces), requested_schema)?)
    }
}

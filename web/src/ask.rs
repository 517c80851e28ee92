//! From a request to its answer.

use anyhow::{bail, ensure};
use countless_engine::Error;
use serde_json::{Value, json};

use super::report::{Answer, report_to};
use super::request::Request;

/// Answers a request, both in JSON. `report` receives JSON meanwhile.
///
/// ```
/// use countless_web::answer;
///
/// let text = answer(r#"{"ask": "queens-count", "n": 8}"#, |_| {});
/// assert!(text.contains(r#""solutions":92"#));
/// let text = answer(r#"{"ask": "queen"}"#, |_| {});
/// assert_eq!(text, r#"{"error":{"message":"unknown question \"queen\""}}"#);
/// ```
pub fn answer(request: &str, report: impl FnMut(&str) + 'static) -> String {
    report_to(report);
    let answer = answer_of(request).unwrap_or_else(|error| fault(&error));
    answer.to_string()
}

fn answer_of(text: &str) -> Answer {
    ensure!(text.starts_with('{'), "expected an object of JSON");
    let request: Request = serde_json::from_str(text)?;
    match request.ask.split_once('-') {
        #[cfg(feature = "cover")]
        Some(("cover", _)) => super::cover::answer(&request),
        #[cfg(feature = "queens")]
        Some(("queens", _)) => super::queens::answer(&request),
        #[cfg(feature = "sudokus")]
        None | Some(("read" | "se", _)) => super::sudoku::answer(&request),
        _ => bail!("unknown question {:?}", request.ask),
    }
}

/// The answer for an error: its message, the place in a text, and advice.
fn fault(error: &anyhow::Error) -> Value {
    let mut fault = json!({});
    let causes = error.chain().map(|cause| match cause.downcast_ref() {
        Some(Error::Parse {
            line,
            column,
            reason,
            ..
        }) => {
            fault = json!({ "line": line, "column": column });
            reason.clone()
        }
        _ => cause.to_string(),
    });
    let text = causes.collect::<Vec<String>>().join(": ");
    let mut lines = text.split("\nhint: ");
    fault["message"] = lines.next().into();
    if let Some(hint) = lines.next() {
        fault["hint"] = hint.into();
    }
    json!({ "error": fault })
}

/// Answers a request of the page. `report` is called with texts meanwhile.
#[cfg(target_family = "wasm")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn ask(request: &str, report: &js_sys::Function) -> String {
    let report = report.clone();
    answer(request, move |text| {
        // Whatever the page throws is lost: the answer does not depend on it.
        let _ = report.call1(&wasm_bindgen::JsValue::NULL, &text.into());
    })
}

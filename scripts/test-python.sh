#!/usr/bin/env bash
# Builds the wheel of python/, installs it into a virtual environment of its own, and tests it
# there: types, functions, examples, the notebook, and what other programs read of tables.
#
#     scripts/test-python.sh [WHEEL]      or: scripts/test.sh --python
#
# Needs Python 3.9 or later (PYTHON=its path), and pip to install python/tests/requirements.txt.
# With WHEEL nothing is built. The environment is target/python/venv, and stays there.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
folder=${CARGO_TARGET_DIR:-target}/python
mkdir -p "$folder"
"$python" -m venv "$folder/venv"
venv=$(cd "$folder/venv/bin" && pwd)
"$venv/pip" install --quiet --upgrade pip
"$venv/pip" install --quiet -r python/tests/requirements.txt
wheel=${1:-}
if [ -z "$wheel" ]; then
    rm -rf "$folder/wheels"
    # The program as scripts/test.sh compiles it. Tests of tables need Parquet.
    cargo build --locked --profile test --features parquet --bin countless
    program=$(cd "${CARGO_TARGET_DIR:-target}/debug" && pwd)/countless
    COUNTLESS_PROGRAM=$program "$venv/pip" wheel --quiet --no-deps --wheel-dir "$folder/wheels" ./python
    wheel=$(echo "$folder"/wheels/countless-*.whl)
fi
"$venv/pip" install --quiet --force-reinstall --no-deps "$wheel"

# Not from python/, where `import countless` would find the sources.
(cd python && "$venv/mypy" --python-executable "$venv/python")
root=$PWD
(cd "$folder" && "$venv/stubtest" countless.sudoku countless._results --mypy-config-file "$root/python/pyproject.toml")
"$venv/pytest" --rootdir python python/tests
"$venv/python" scripts/check-tables.py "$venv/countless"

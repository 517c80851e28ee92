//! Writes the JavaScript around a module of the page: `countless-web-bind MODULE.wasm NAME FOLDER`
//! makes `FOLDER/NAME.js` and `FOLDER/NAME_bg.wasm`.
//!
//! It does what the program `wasm-bindgen --target web` does, in the version that `Cargo.lock` has
//! for both, so that nothing is to be installed.

#![forbid(unsafe_code)]

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, name, folder] = &arguments[..] else {
        let found = arguments.len();
        bail!("expected MODULE.wasm NAME FOLDER, found {found} arguments");
    };
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}

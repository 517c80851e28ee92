//! From a request to its answer.

use serde_json::Value;

use super::fault::{Fault, expected};
use super::report::with_receiver;
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
    let answer = with_receiver(Box::new(report), || answer_of(request));
    let answer = answer.unwrap_or_else(|fault| fault.answer());
    answer.to_string()
}

fn answer_of(text: &str) -> Result<Value, Fault> {
    let mut request = Request::parse(text)?;
    let question = request.text("ask")?;
    let question = question.ok_or_else(|| expected("ask", "a question"))?;
    match &*question {
        #[cfg(feature = "cover")]
        name if name.starts_with("cover-") => super::cover::answer(name, request),
        #[cfg(feature = "queens")]
        name if name.starts_with("queens-") => super::queens::answer(name, request),
        #[cfg(feature = "variants")]
        name => match request.object("layout")? {
            Some(layout) => super::variants::answer(name, layout, request),
            None => super::sudoku::answer(name, request),
        },
        #[cfg(all(feature = "sudoku", not(feature = "variants")))]
        name => super::sudoku::answer(name, request),
        #[cfg(not(feature = "sudoku"))]
        name => Err(super::fault::unknown(name)),
    }
}

/// Answers a request of the page.
#[cfg(target_family = "wasm")]
mod binding {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Answers a request. `report` is called with texts meanwhile.
    #[wasm_bindgen]
    pub fn ask(request: &str, report: &js_sys::Function) -> String {
        let report = report.clone();
        super::answer(request, move |text| {
            // Whatever the page throws is lost: the answer does not depend on it.
            let _ = report.call1(&wasm_bindgen::JsValue::NULL, &text.into());
        })
    }
}

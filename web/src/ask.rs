//! From a request to its answer.

use serde::Deserialize;

use super::fault::{Answer, unknown};
use super::report::with_receiver;

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

/// Name of a question. The other members depend on the view that asks it.
#[derive(Deserialize)]
#[serde(expecting = "an object of JSON with the member ask")]
struct Question {
    ask: String,
}

fn answer_of(text: &str) -> Answer {
    let Question { ask } = serde_json::from_str(text)?;
    match ask.split_once('-') {
        #[cfg(feature = "cover")]
        Some(("cover", _)) => super::cover::answer(&serde_json::from_str(text)?),
        #[cfg(feature = "queens")]
        Some(("queens", _)) => super::queens::answer(&serde_json::from_str(text)?),
        #[cfg(feature = "sudoku-reader")]
        Some(("read", _)) => super::reader::answer(&serde_json::from_str(text)?),
        #[cfg(feature = "sudoku-explainer")]
        Some(("se", _)) => super::explainer::answer(&serde_json::from_str(text)?),
        #[cfg(any(feature = "sudoku", feature = "variants"))]
        None => super::sudoku::answer(&serde_json::from_str(text)?),
        _ => Err(unknown(&ask)),
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

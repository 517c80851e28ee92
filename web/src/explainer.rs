//! Questions about the scale of Sudoku Explainer.

use countless_sudoku::{ErRange, Status, rate_explainer_marks};
use serde_json::{Value, json};

use super::classic::{Classic, generate_options, made, pencilled};
use super::fault::{Answer, unknown};
use super::request::parsed;
use super::sudoku_board::Board;
use super::sudoku_request::Request;

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    match &*request.ask {
        "se-rate" => rate(&Board::of(&Classic, request)?),
        "se-generate" => {
            let er = parsed::<ErRange>("er", request.er.as_deref())?;
            made(generate_options(request)?.er(er))
        }
        name => Err(unknown(name)),
    }
}

fn rate(board: &Board<'_>) -> Answer {
    let marks = board.marks();
    let (status, _) = board.solve(&marks)?;
    let rating = (status == Status::Unique).then(|| rate_explainer_marks(&pencilled(&marks)));
    let tenths = |rating: u16| Value::from(f64::from(rating) / 10.0);
    Ok(json!({
        "status": status.name(),
        "er": rating.map(|rating| tenths(rating.er)),
        "ep": rating.map(|rating| tenths(rating.ep)),
        "ed": rating.map(|rating| tenths(rating.ed)),
    }))
}

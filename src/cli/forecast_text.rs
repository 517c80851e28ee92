//! Forecasts as text and as JSON.

use std::time::Duration;

use countless::engine::{Basis, Forecast};
use serde_json::{Value, json};

use super::output::{duration_text, plural};

/// Adds the members of a forecast and, under `search`, those of the alternative method.
pub fn forecast_json(json: &mut Value, forecast: Option<&Forecast>, search: Option<&Forecast>) {
    let expected = forecast.and_then(Forecast::expected);
    json["core_seconds"] = json!(expected.map(|expected| expected.mean));
    json["error_seconds"] = json!(expected.map(|expected| expected.error));
    json["at_least_core_seconds"] = json!(forecast.map(|forecast| forecast.at_least));
    json["basis"] = json!(forecast.map(|forecast| match forecast.basis {
        Basis::Sample => "sample",
        Basis::Bound => "bound",
        Basis::Growth => "growth",
    }));
    json["setup_seconds"] = json!(forecast.map(|forecast| forecast.setup.as_secs_f64()));
    if let Some(search) = search {
        let expected = search.expected();
        json["search"] = json!({
            "core_seconds": expected.map(|expected| expected.mean),
            "error_seconds": expected.map(|expected| expected.error),
            "at_least_core_seconds": search.at_least,
        });
    }
}

/// Shortest expected time that is printed as it is, in seconds. Shorter times consist mostly of the
/// start of the program and are printed as a bound.
const SHORTEST_SHOWN: f64 = 0.01;

/// Formats a forecast: `2 h 05 min ± 3 min 20 s on one core`, or `at least 3 h 20 min on one core`.
pub fn forecast_text(forecast: &Forecast) -> String {
    let seconds =
        |seconds| duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let Forecast {
        total, at_least, ..
    } = forecast;
    // Mean and error have the same unit.
    let error = if total.mean >= 0.1 && total.error < 0.1 {
        format!("{:.2} s", total.error)
    } else {
        seconds(total.error)
    };
    let mean = seconds(total.mean);
    match forecast.basis {
        Basis::Sample if is_short(forecast) => "less than 10 ms on one core".to_owned(),
        Basis::Sample => format!("{mean} ± {error} on one core"),
        Basis::Bound => format!("at least {} on one core", seconds(*at_least)),
        Basis::Growth => {
            format!("about {mean} ± {error} on one core (extrapolated from a smaller board)")
        }
    }
}

/// Time on a number of cores: `14.38 s ± 7.55 s`, or `at least 3 h 20 min`.
pub fn divided_time(forecast: &Forecast, cores: u64) -> String {
    let seconds = |seconds: f64| {
        let seconds = seconds / cores as f64;
        duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    };
    match forecast.expected() {
        Some(total) => format!("{} ± {}", seconds(total.mean), seconds(total.error)),
        None => format!("at least {}", seconds(forecast.at_least)),
    }
}

fn is_short(forecast: &Forecast) -> bool {
    let expected = forecast.expected();
    expected.is_some_and(|total| total.mean + total.error < SHORTEST_SHOWN)
}

/// Time on several threads, such as `1 h 03 min on 2 threads`. None if there are fewer subtrees
/// than threads, or if the time is too short to be divided.
pub fn time_on_threads(forecast: &Forecast, threads: usize) -> Option<String> {
    let is_scarce = (1..threads).contains(&forecast.subtrees);
    if is_scarce || is_short(forecast) {
        return None;
    }
    let seconds = forecast.seconds() / threads as f64;
    let time = duration_text(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let least = match forecast.basis {
        Basis::Bound => "at least ",
        Basis::Sample | Basis::Growth => "",
    };
    let threads = plural(threads as u128, "thread");
    Some(format!("{least}{time} on {threads}"))
}

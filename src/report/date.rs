//! Dates without a time zone.

/// The date and time of so many seconds since 1970, in UTC (Hinnant, chrono-compatible
/// low-level date algorithms, 2013).
pub(super) fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (400 * era + year, month + 3)
    } else {
        (400 * era + year + 1, month - 9)
    };
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC",
        rest / 3600,
        rest / 60 % 60
    )
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn dates_agree_with_known_ones() {
        for (seconds, date) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_799, "2000-02-29 23:59 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_700_000_000, "2023-11-14 22:13 UTC"),
            (4_102_444_800, "2100-01-01 00:00 UTC"),
        ] {
            assert_eq!(utc(seconds), date);
        }
    }
}

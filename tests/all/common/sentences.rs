//! Checks the sentences of steps: the cells and houses that a sentence names are seen by, or contain,
//! the cells that lose candidates; and each link of a chain in Eureka notation is one.

use countless::sudoku::{GridHouse, Step, Technique};

use super::cell_numbers::index;

/// Cells of the loop that a text names.
pub fn loop_in(text: &str) -> Option<Vec<usize>> {
    let mut cells = cells_in(between(text, "in the loop ", ", all cells")?);
    let start = cells.pop()?;
    (cells.first() == Some(&start)).then_some(cells)
}

/// Extra candidates that a text names, as cells and bits: `5 of r1c1`, or `r1c1 and r2c2 (56)`.
pub fn extras_in(text: &str) -> Option<Vec<(usize, u16)>> {
    let listed = between(text, "without the extra candidate", ", all open cells")?;
    let (digits, cells) = listed.split_once(" of ")?;
    let mut parts = Vec::new();
    if let Ok(digit) = digits.trim().parse::<u8>() {
        parts.push((cells, digit.to_string()));
    } else {
        let named = cells.split(')').filter_map(|part| part.split_once('('));
        parts.extend(named.map(|(cells, digits)| (cells, digits.to_owned())));
    }
    let extras = parts.iter().flat_map(|(cells, digits)| {
        let digits = digits.bytes().map(|digit| 1 << (digit - b'1'));
        cells_in(cells)
            .into_iter()
            .flat_map(move |cell| digits.clone().map(move |bit| (cell, bit)))
    });
    Some(extras.collect())
}

/// Cells that a text names, in order.
fn cells_in(text: &str) -> Vec<usize> {
    let digit = |byte: Option<&u8>| byte.filter(|byte| byte.is_ascii_digit()).map(|b| b - b'1');
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|&at| bytes[at] == b'r');
    let cells = starts.filter_map(|at| {
        let row = digit(bytes.get(at + 1))?;
        let column = digit(bytes.get(at + 3).filter(|_| bytes[at + 2] == b'c'))?;
        Some(usize::from(9 * row + column))
    });
    cells.collect()
}

/// Houses that a text names, such as `in row 7 and box 9` or `in columns 2, 5 and 7`.
fn houses_in(text: &str) -> Vec<GridHouse> {
    let mut kind = "";
    let mut found = Vec::new();
    for word in text.split([' ', ',', ';', '(', ')']) {
        match word.trim_end_matches("es").trim_end_matches('s') {
            name @ ("row" | "column" | "box") => kind = name,
            number => match number.parse::<usize>() {
                Ok(number) if !kind.is_empty() => found.extend(
                    GridHouse::all().find(|house| house.to_string() == format!("{kind} {number}")),
                ),
                _ if matches!(word, "and" | "") => {}
                _ => kind = "",
            },
        }
    }
    found
}

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b))
}

/// Part of a text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end).map(|(part, _)| part)
}

/// True if the sentence of a step gives a reason that reaches every removed candidate. None if its
/// reason is of another kind.
pub fn reaches(step: &Step) -> Option<bool> {
    use Technique as T;
    let text = &step.text;
    let removed: Vec<usize> = step.removed.iter().map(|it| index(it.cell)).collect();
    if removed.is_empty() || !step.placed.is_empty() {
        return None;
    }
    let all_see = |cells: Vec<usize>| {
        let seen = |&cell: &usize| cells.iter().all(|&of| sees(cell, of));
        !cells.is_empty() && removed.iter().all(seen)
    };
    let all_in = |houses: Vec<GridHouse>, least: usize| {
        let within = |&cell: &usize| {
            houses
                .iter()
                .any(|house| house.cells().map(index).contains(&cell))
        };
        houses.len() >= least && removed.iter().all(within)
    };
    // Sentence up to the removals.
    let (why, _) = text.split_once(" eliminated")?;
    let (why, _) = why.rsplit_once("; ")?;
    match step.technique {
        T::NakedPair | T::NakedTriple | T::NakedQuad => {
            let houses = houses_in(between(text, ": in ", ", r")?);
            let least = 1 + usize::from(text.starts_with("Locked"));
            let own = cells_in(why);
            let around = houses.iter().all(|house| {
                let cells = house.cells().map(index);
                own.iter().all(|cell| cells.contains(cell))
            });
            return Some(around && all_in(houses, least));
        }
        T::Pointing | T::Claiming => {
            let (_, house) = why.rsplit_once(" in ")?;
            return Some(all_in(houses_in(house), 1));
        }
        T::XWing | T::Swordfish | T::Jellyfish => {
            let cover = between(text, "can only be in ", " (cover sets)")?;
            let base = houses_in(between(text, ": in ", " (base sets)")?);
            let apart = removed.iter().all(|cell| {
                let mut base = base.iter();
                base.all(|house| !house.cells().map(index).contains(cell))
            });
            return Some(apart && all_in(houses_in(cover), 2));
        }
        _ => {}
    }
    let (_, seen) = text.split_once(", which see")?;
    let seen = seen.trim_start_matches('s').trim().trim_end_matches('.');
    match seen {
        "both pincers" => Some(all_see(cells_in(between(text, "pincers ", ":")?))),
        "all three" => Some(all_see(cells_in(between(text, "pivot ", ":")?))),
        "the fin" | "all fins" => Some(all_see(cells_in(between(text, "in the fin", ";")?))),
        "both ends" => {
            let ends = cells_in(why);
            Some(all_see(ends[ends.len() - 2..].to_vec()))
        }
        "both colours" => {
            let colours = ["colour A (", "colour B ("].map(|colour| between(text, colour, ")"));
            let near = |cell: usize, colour: Option<&str>| {
                colour.is_some_and(|colour| cells_in(colour).iter().any(|&of| sees(cell, of)))
            };
            let all = |&cell: &usize| colours.iter().all(|&colour| near(cell, colour));
            Some(removed.iter().all(all))
        }
        "both" | "all" => {
            let reason = match between(text, "unless ", " is ") {
                Some(roof) => roof,
                None => why.rsplit_once("so ")?.1,
            };
            let cells = cells_in(reason);
            let counted = (seen == "both") == (cells.len() == 2);
            Some(counted && all_see(cells))
        }
        named if named.starts_with('r') => Some(all_see(cells_in(named))),
        _ => None,
    }
}

/// Term of a chain: one or two digits in some cells.
struct Term {
    digits: Vec<u8>,
    cells: Vec<usize>,
    /// Link within the term.
    link: Option<char>,
}

/// Cells that a term names: `r1c2`, `r12c3` or `r1c2,r4c5`.
fn cells_of_term(text: &str) -> Option<Vec<usize>> {
    let mut cells = Vec::new();
    for part in text.split(',') {
        let (rows, columns) = part.strip_prefix('r')?.split_once('c')?;
        for row in rows.bytes() {
            cells.extend(
                columns
                    .bytes()
                    .map(|column| 9 * usize::from(row - b'1') + usize::from(column - b'1')),
            );
        }
    }
    Some(cells)
}

/// Reads the terms of a chain, with the links between them.
fn terms(chain: &str) -> Option<(Vec<Term>, Vec<char>)> {
    let (mut terms, mut links) = (Vec::new(), Vec::new());
    let mut digit = 0;
    let mut rest = chain;
    loop {
        let mut term = Term {
            digits: vec![digit],
            cells: Vec::new(),
            link: None,
        };
        if let Some(inner) = rest.strip_prefix('(') {
            let (digits, after) = inner.split_once(')')?;
            let signs = digits.chars().filter_map(|sign| sign.to_digit(10));
            term.digits = signs.map(|sign| sign as u8).collect();
            term.link = digits.chars().find(|sign| !sign.is_ascii_digit());
            rest = after;
        }
        digit = *term.digits.last()?;
        let end = rest.find(['-', '=']).unwrap_or(rest.len());
        term.cells = cells_of_term(&rest[..end])?;
        terms.push(term);
        let Some(link) = rest[end..].chars().next() else {
            return Some((terms, links));
        };
        links.push(link);
        rest = &rest[end + 1..];
    }
}

/// True if each link of a chain in Eureka notation is a strong or weak link in the candidates, if
/// they alternate, and if the chain proves the removals of its step. The candidates of a cell are
/// bits.
pub fn links_hold(step: &Step, candidates: &[u16; 81]) -> bool {
    let Some(eureka) = &step.eureka else {
        return true;
    };
    check_chain(eureka, step, candidates).unwrap_or(false)
}

/// True if strong and weak links alternate, those within terms as well, with a strong link first.
fn alternate(terms: &[Term], links: &[char]) -> bool {
    let mut order: Vec<char> = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        order.extend(term.link);
        order.extend(links.get(number));
    }
    let expected = ['=', '-'].into_iter().cycle();
    order
        .into_iter()
        .zip(expected)
        .all(|(link, expected)| link == expected)
}

fn check_chain(eureka: &str, step: &Step, candidates: &[u16; 81]) -> Option<bool> {
    let (chain, proves) = eureka.split_once(" => ")?;
    let (chain, is_loop) = match chain.strip_suffix("-loop") {
        Some(chain) => (chain, true),
        None => (chain, false),
    };
    let (terms, links) = terms(chain)?;
    let has = |cell: usize, digit: u8| candidates[cell] >> (digit - 1) & 1 != 0;
    let places = |term: &Term, digit: u8| -> Vec<usize> {
        term.cells
            .iter()
            .copied()
            .filter(|&cell| has(cell, digit))
            .collect()
    };
    let excludes = |one: &Term, other: &Term| {
        let digit = one.digits[one.digits.len() - 1];
        let (one, others) = (places(one, digit), places(other, digit));
        digit == other.digits[0]
            && !one.is_empty()
            && one.iter().all(|&a| others.iter().all(|&b| sees(a, b)))
    };
    let replaces = |one: &Term, other: &Term| {
        let digit = one.digits[one.digits.len() - 1];
        let both = [places(one, digit), places(other, digit)].concat();
        digit == other.digits[0]
            && GridHouse::all().any(|house| {
                let open = house
                    .cells()
                    .map(index)
                    .into_iter()
                    .filter(|&cell| has(cell, digit));
                let open: Vec<usize> = open.collect();
                both.iter().all(|cell| open.contains(cell))
                    && open.iter().all(|cell| both.contains(cell))
            })
    };
    let within = |term: &Term| {
        let union = term
            .cells
            .iter()
            .fold(0, |all, &cell| all | candidates[cell]);
        let all = term
            .digits
            .iter()
            .all(|&digit| union >> (digit - 1) & 1 != 0);
        // A set of n cells with n + 1 digits holds all but one of them.
        all && match term.link {
            Some('=') => {
                let near = |&a: &usize| term.cells.iter().all(|&b| a == b || sees(a, b));
                union.count_ones() as usize == term.cells.len() + 1 && term.cells.iter().all(near)
            }
            Some(_) => term.cells.len() == 1,
            None => true,
        }
    };
    let pairs = terms.windows(2).zip(&links);
    let mut linked = pairs.map(|(pair, link)| match link {
        '=' => replaces(&pair[0], &pair[1]),
        _ => excludes(&pair[0], &pair[1]),
    });
    let (first, last) = (terms.first()?, terms.last()?);
    // A loop may be closed within a cell.
    let is_in_cell = last.cells == first.cells && last.cells.len() == 1;
    let ends = !is_loop || is_in_cell || excludes(last, first);
    let ok = linked.all(|is_link| is_link)
        && terms.iter().all(within)
        && alternate(&terms, &links)
        && ends;
    // The removals are those of the step, and both ends exclude them.
    let [first_digit, last_digit] = [first.digits[0], last.digits[last.digits.len() - 1]];
    if let Some((cell, digit)) = proves.split_once('=') {
        let end = cells_of_term(cell)?;
        let is_end = end == first.cells && end == last.cells;
        return Some(ok && is_end && digit.parse() == Ok(first_digit) && first_digit == last_digit);
    }
    let mut told: Vec<(usize, u8)> = Vec::new();
    for part in proves.split(", ") {
        let (cells, digit) = part.split_once("<>")?;
        let digit = digit.parse::<u8>().ok()?;
        told.extend(cells_of_term(cells)?.into_iter().map(|cell| (cell, digit)));
    }
    let removed = step.removed.iter().map(|it| (index(it.cell), it.digit));
    let mut removed: Vec<(usize, u8)> = removed.collect();
    told.sort_unstable();
    removed.sort_unstable();
    let excluded = |term: &Term, digit: u8, (cell, gone): (usize, u8)| {
        let places = places(term, digit);
        if gone == digit {
            places.iter().all(|&place| sees(place, cell))
        } else {
            places == [cell]
        }
    };
    // A loop removes by each of its links, and remote pairs both digits.
    let is_of_ends = is_loop || step.technique == Technique::RemotePairs;
    let proven = is_of_ends
        || removed
            .iter()
            .all(|&it| excluded(first, first_digit, it) && excluded(last, last_digit, it));
    Some(ok && told == removed && proven)
}

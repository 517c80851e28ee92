#!/usr/bin/env bash
# Opens the report of a run in headless Chromium: no error on the console, every chart in the
# page and as a file, nothing wider than a phone, no label too small to read on it, no column
# hidden at 1200 pixels. Takes pictures of it for a person to look at.
#
#     scripts/check-report.sh results/here [FOLDER FOR PICTURES]
set -euo pipefail
page="$(realpath "${1:?the folder of a run}")/report.html"
pictures="${2:-$(mktemp -d)}"
mkdir -p "$pictures"

browse() {
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --enable-logging=stderr "$@" "file://$page"
}

browse --dump-dom > "$pictures/dom.html" 2> "$pictures/log"
for width in 1400 1200 800 400; do
    browse --window-size="$width,6000" --screenshot="$pictures/$width.png" 2>> "$pictures/log"
    # 0 is dark.
    browse --window-size="$width,6000" --blink-settings=preferredColorScheme=0 \
        --screenshot="$pictures/$width-dark.png" 2>> "$pictures/log"
done
browse --no-pdf-header-footer --print-to-pdf="$pictures/paper.pdf" 2>> "$pictures/log"
if grep CONSOLE "$pictures/log"; then
    echo "the console is not empty" >&2
    exit 1
fi
charts=0
for file in "$(dirname "$page")"/*.svg; do
    name="$(basename "$file" .svg)"
    if ! grep -q "id=\"chart-$name\"" "$pictures/dom.html"; then
        echo "the page lacks the chart $name" >&2
        exit 1
    fi
    if [ ! -s "${file%.svg}.png" ]; then
        echo "there is no PNG of the chart $name" >&2
        exit 1
    fi
    charts=$((charts + 1))
done
# In a narrow window what is wider than the page scrolls by itself, and labels are legible; at 1200
# pixels tables show all columns.
for width in 390 1200; do
    cat > "$pictures/width.html" <<HTML
<iframe src="file://$page" style="width:${width}px;height:4000px" id="page"></iframe>
<script>
document.getElementById("page").onload = event => {
  const page = event.target.contentDocument;
  const root = page.documentElement;
  const all = query => [...page.querySelectorAll(query)];
  const cut = all("figure svg").some(chart =>
    chart.getBoundingClientRect().right > root.clientWidth
    && getComputedStyle(chart.parentElement).overflowX !== "auto");
  const scale = text => Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
  const tiny = all("figure svg text").some(text =>
    parseFloat(getComputedStyle(text).fontSize) * scale(text) < 10);
  const hidden = $width >= 1200 && all(".wide").some(table => table.scrollWidth > table.clientWidth);
  const problems = { cut, tiny, hidden, wide: root.scrollWidth > root.clientWidth };
  document.title = "problems:" + Object.keys(problems).filter(name => problems[name]).join() + ":end";
};
</script>
HTML
    chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --dump-dom \
        --window-size=1400,4000 "file://$pictures/width.html" > "$pictures/width.dom" 2> /dev/null
    if ! grep -q "<title>problems::end" "$pictures/width.dom"; then
        echo "at $width pixels: $(grep -o '<title>problems:[a-z,]*' "$pictures/width.dom")" >&2
        exit 1
    fi
done
echo "$charts charts, no error; pictures in $pictures"

#!/usr/bin/env bash
# Opens the report of a run in headless Chromium: no error on the console, every chart in the
# page and as a file, nothing wider than a phone. Takes pictures of it for a person to look at.
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
for width in 1400 800 400; do
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
# In a narrow window no chart is cut, and what else is wider than the page scrolls by itself.
cat > "$pictures/width.html" <<HTML
<iframe src="file://$page" style="width:390px;height:4000px" id="page"></iframe>
<script>
document.getElementById("page").onload = event => {
  const root = event.target.contentDocument.documentElement;
  const charts = [...event.target.contentDocument.querySelectorAll("figure svg")];
  const cut = charts.some(chart => chart.getBoundingClientRect().right > root.clientWidth);
  document.title = "scrolls:" + (cut || root.scrollWidth > root.clientWidth);
};
</script>
HTML
chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --dump-dom \
    "file://$pictures/width.html" > "$pictures/width.dom" 2> /dev/null
if ! grep -q "scrolls:false" "$pictures/width.dom"; then
    echo "the page is wider than a phone" >&2
    exit 1
fi
echo "$charts charts, no error; pictures in $pictures"

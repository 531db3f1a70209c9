/** The style sheet of all pages: light and dark, for wide screens, small ones and paper. What is wider than its place scrolls by itself. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f8fa; --raised: #ffffff; --line: #dfe4ea; --strong-line: #b9c2cc;
  --text: #1b2430; --faint: #55616e; --link: #0b57c2; --accent: #0b57c2; --accent-ground: #e8f0fd;
  --name: #0a4ea8; --string: #0b6b3a; --literal: #8f3d00; --comment: #5a6673;
  --get: #0b57c2; --post: #0b6b3a; --patch: #8a4b00; --delete: #b3202c;
  --get-ground: #e8f0fd; --post-ground: #e4f5ea; --patch-ground: #fdf1dc; --delete-ground: #fdeaec;
  --notice: #6b4a00; --notice-ground: #fff6df; --notice-line: #e7c35a;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Open Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1318; --panel: #161d24; --raised: #131920; --line: #28323c; --strong-line: #465461;
    --text: #e4e9ee; --faint: #9fadba; --link: #84b6ff; --accent: #84b6ff; --accent-ground: #16263d;
    --name: #92c1ff; --string: #8fd7a7; --literal: #f2b880; --comment: #9aa7b4;
    --get: #92c1ff; --post: #8fd7a7; --patch: #f2c178; --delete: #ff9ea6;
    --get-ground: #16263d; --post-ground: #12301f; --patch-ground: #35260d; --delete-ground: #3b171b;
    --notice: #f3d68a; --notice-ground: #2b230f; --notice-line: #6d5718;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 1rem/1.65 var(--sans); }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100vw; top: .5rem; z-index: 3; padding: .4rem .8rem; background: var(--ground); }
.skip:focus { left: .5rem; }

.top { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; justify-content: space-between; gap: 1rem; height: 3.5rem; padding: 0 1.25rem; background: var(--ground); border-bottom: 1px solid var(--line); }
.top p { margin: 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.top a { color: inherit; font-weight: 650; letter-spacing: -.01em; text-decoration: none; }
.version { margin-left: .35rem; color: var(--faint); font-size: .8rem; }
.top button, dialog.search button { font: inherit; font-size: .9rem; color: inherit; background: var(--panel); border: 1px solid var(--strong-line); border-radius: 6px; padding: .3rem .9rem; cursor: pointer; }

.top button[hidden] { display: none; }
.top button { white-space: nowrap; }
.top button.search { margin-left: auto; }
.top p { flex: 0 1 auto; }
kbd { font: 600 .75em/1.4 var(--mono); padding: .05em .45em; margin-left: .4em; border: 1px solid var(--strong-line); border-radius: 4px; color: var(--faint); background: var(--ground); }
dialog.search { width: min(46rem, calc(100vw - 2rem)); max-width: none; max-height: calc(100vh - 6rem); margin: 3rem auto; padding: 0; border: 1px solid var(--strong-line); border-radius: 12px; background: var(--raised); color: var(--text); box-shadow: 0 1rem 3rem #0004; overflow: hidden; }
dialog.search[open] { display: flex; flex-direction: column; }
dialog.search::backdrop { background: #0006; }
dialog.search div { display: flex; gap: .7rem; padding: .9rem 1rem 0; }
dialog.search input { flex: 1; min-width: 0; font: inherit; font-size: 1.05rem; color: inherit; background: var(--ground); border: 1px solid var(--strong-line); border-radius: 8px; padding: .45rem .8rem; }
dialog.search [role="status"] { margin: .5rem 1.1rem .6rem; color: var(--faint); font-size: .82rem; }
dialog.search ol { list-style: none; margin: 0; padding: 0 .6rem .8rem; overflow-y: auto; }
dialog.search li { position: relative; margin: 0; padding: .55rem .6rem; border-top: 1px solid var(--line); }
dialog.search li:hover, dialog.search li:focus-within { background: var(--accent-ground); }
dialog.search a { font-weight: 650; text-decoration: none; overflow-wrap: anywhere; }
dialog.search a::after { content: ""; position: absolute; inset: 0; }
dialog.search a:focus-visible { outline: none; }
dialog.search li:has(a:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 6px; }
dialog.search small { margin-left: .6rem; color: var(--faint); font-size: .8rem; }
dialog.search li p { margin: .15rem 0 0; font-size: .87rem; line-height: 1.5; overflow-wrap: anywhere; }
dialog.search mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; }

.pages { font-size: .9rem; line-height: 1.4; }
.pages p, .contents p { margin: 1.6rem 0 .4rem; font-size: .75rem; font-weight: 650; letter-spacing: .05em; text-transform: uppercase; color: var(--faint); }
.pages p:first-child, .contents p:first-child { margin-top: 0; }
.pages ul, .contents ul { list-style: none; margin: 0; padding: 0; }
.pages a { display: block; padding: .32rem .7rem; margin-left: -.7rem; border-radius: 6px; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
.pages a:hover { background: var(--panel); }
.pages a[aria-current] { background: var(--accent-ground); color: var(--accent); font-weight: 600; }
.pages:popover-open { position: fixed; inset: 3.5rem 0 0 0; width: auto; height: auto; max-height: none; margin: 0; border: 0; padding: 1.25rem 1.25rem 3rem; overflow-y: auto; background: var(--ground); color: var(--text); font-size: 1rem; }
.pages:popover-open a { padding: .5rem .7rem; }

main { min-width: 0; max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
main:focus { outline: none; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 2rem; font-weight: 700; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; font-weight: 650; margin: 3rem 0 .8rem; }
h3 { font-size: 1.08rem; font-weight: 650; margin: 2.2rem 0 .6rem; }
h2 > a, h3 > a { color: inherit; text-decoration: none; }
h2 > a:hover::after, h3 > a:hover::after { content: " #"; color: var(--faint); font-weight: 400; }
h3.production { font-family: var(--mono); font-size: .95rem; margin-bottom: .2rem; }
h1 + p { font-size: 1.1rem; line-height: 1.6; }
p, ul, ol { margin: 0 0 1rem; }
main > p, main > ul, main > ol { max-width: 49rem; }
main > ul.cards { max-width: none; }
p, li, td, dd { overflow-wrap: break-word; }
main ul, main ol { padding-left: 1.4rem; }
blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--faint); }
main img { max-width: 100%; height: auto; }
main li { margin-bottom: .35rem; }
strong { font-weight: 650; }

code, pre, var { font-family: var(--mono); font-style: normal; }
code { font-size: .86em; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: .08em .3em; overflow-wrap: anywhere; }
h2 code, h3 code, a code { background: none; border: 0; padding: 0; }
pre { margin: 0 0 1rem; padding: .9rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; font-size: .84rem; line-height: 1.6; }
pre code { display: block; width: fit-content; min-width: 100%; padding: 0; border: 0; background: none; font-size: inherit; overflow-wrap: normal; }
pre.sh { border-bottom-left-radius: 8px; }
pre.sh + pre.http, pre.sh + pre.json, pre.http + pre.http { margin-top: -1rem; border-top: 0; border-top-left-radius: 0; border-top-right-radius: 0; }
pre.sh:has(+ pre.http), pre.sh:has(+ pre.json), pre.http:has(+ pre.http) { border-bottom-left-radius: 0; border-bottom-right-radius: 0; }
pre.sh + pre.http, pre.sh + pre.json, pre.http + pre.http { background: var(--raised); max-height: 26rem; }
.hljs-attr, .hljs-attribute, .hljs-keyword, .hljs-built_in, .hljs-title, .hljs-section { color: var(--name); }
.hljs-string, .hljs-regexp, .hljs-symbol { color: var(--string); }
.hljs-literal, .hljs-number, .hljs-variable, .hljs-meta, .hljs-type { color: var(--literal); }
.hljs-comment { color: var(--comment); }

.wide { overflow-x: auto; margin: 0 0 1.2rem; }
.wide:has(table) { background: linear-gradient(to right, var(--ground) 30%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(to left, var(--ground) 30%, transparent) right / 2.5rem 100% no-repeat local, linear-gradient(to right, var(--line), transparent) left / .6rem 100% no-repeat scroll, linear-gradient(to left, var(--line), transparent) right / .6rem 100% no-repeat scroll; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; line-height: 1.5; }
th, td { text-align: left; vertical-align: top; padding: .55rem 1rem .55rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-size: .8rem; font-weight: 600; white-space: nowrap; }
td:last-child, th:last-child { padding-right: 0; }
td:first-child { min-width: 7rem; }

.endpoint { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1rem; padding: .6rem .9rem; margin: 0 0 .9rem; border: 1px solid var(--line); border-radius: 8px; }
.endpoint + .endpoint { margin-top: -.5rem; }
.endpoint p { margin: 0; min-width: 0; }
.endpoint code { background: none; border: 0; padding: 0; font-size: .9rem; }
.endpoint var { color: var(--literal); }
.endpoint .scope { color: var(--faint); font-size: .82rem; margin-left: auto; }
.endpoint .scope code { font-size: inherit; }
.method { display: inline-block; padding: .05rem .5rem; margin-right: .3rem; border-radius: 5px; font: 650 .75rem/1.7 var(--mono); letter-spacing: .03em; }
.method.get { color: var(--get); background: var(--get-ground); }
.method.post { color: var(--post); background: var(--post-ground); }
.method.patch, .method.put { color: var(--patch); background: var(--patch-ground); }
.method.delete { color: var(--delete); background: var(--delete-ground); }

.fields { margin: 0 0 1rem; border-top: 1px solid var(--line); }
.fields > div { padding: .9rem 0; border-bottom: 1px solid var(--line); }
.fields > div:target { background: var(--accent-ground); box-shadow: -.75rem 0 0 var(--accent-ground), .75rem 0 0 var(--accent-ground); }
dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: .15rem .6rem; }
dt code { font-size: .92rem; font-weight: 650; background: none; border: 0; padding: 0; }
.type { color: var(--faint); font-size: .85rem; }
.mark { color: var(--faint); font-size: .75rem; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 99px; white-space: nowrap; }
.mark.required { color: var(--patch); border-color: currentcolor; }
.mark.deprecated { color: var(--delete); border-color: currentcolor; }
dd { margin: .3rem 0 0; font-size: .94rem; }
dd p { margin: 0; }
dd p + p { margin-top: .3rem; color: var(--faint); font-size: .88rem; }

.notice { padding: .7rem 1rem; background: var(--notice-ground); color: var(--notice); border: 1px solid var(--notice-line); border-radius: 8px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .9rem; list-style: none; margin: 1.6rem 0 0; padding: 0 !important; }
.cards li { position: relative; margin: 0; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; }
.cards li:hover { border-color: var(--accent); }
.cards a { font-weight: 650; text-decoration: none; }
.cards a::after { content: ""; position: absolute; inset: 0; }
.cards a:focus-visible { outline: none; }
.cards li:focus-within:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.cards p { margin: .2rem 0 0; color: var(--faint); font-size: .9rem; line-height: 1.5; }

footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-top: 4rem; padding-top: 1.2rem; border-top: 1px solid var(--line); }
footer a { text-decoration: none; font-weight: 600; }
footer a span { display: block; color: var(--faint); font-size: .8rem; font-weight: 400; }
footer .after { text-align: right; margin-left: auto; }

.contents { display: none; }

svg { display: block; max-width: none; }
.diagram { padding: 1rem; border: 1px solid var(--line); border-radius: 8px; }
.graph { margin: 0 auto; max-width: max(100%, 52rem); height: auto; }
.graph text { font-family: var(--mono); fill: var(--text); }
.graph [font-weight="bold"] { font-weight: 650; }
.graph polygon, .graph path, .graph polyline, .graph ellipse { stroke: var(--strong-line); }
.graph [fill="#eeeeee"] { fill: var(--accent-ground); }
.graph [fill="#fefefe"] { fill: var(--ground); }
.graph a text { fill: var(--accent); }
.graph a:hover text { text-decoration: underline; }
.graph .edge path { stroke: var(--faint); }
.graph .edge polygon, .graph .edge polyline, .graph .edge ellipse { stroke: var(--faint); }
.graph .edge polygon[fill="black"], .graph .node ellipse[fill="black"] { fill: var(--faint); }
.graph .edge ellipse { fill: var(--ground); }
.railroad-diagram path { stroke: var(--faint); stroke-width: 1.5; fill: none; }
.railroad-diagram rect { stroke: var(--strong-line); stroke-width: 1; fill: var(--post-ground); }
.railroad-diagram rect:not([rx]) { fill: var(--accent-ground); }
.railroad-diagram text { font: 600 13px var(--mono); text-anchor: middle; fill: var(--text); }
.railroad-diagram a text { fill: var(--link); text-decoration: underline; }

.timelines { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 1rem; }
.timelines figure { display: flex; flex-direction: column; justify-content: space-between; gap: .8rem; margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; break-inside: avoid; }
.timelines h3 { margin: 0; font-size: .95rem; line-height: 1.4; letter-spacing: 0; text-wrap: pretty; }
.timelines figcaption p { margin: .3rem 0 0; color: var(--faint); font: .8rem/1.5 var(--mono); }
.timeline { width: 100%; height: auto; }
.timeline text { font: 600 12px var(--mono); text-anchor: middle; fill: var(--text); }
.timeline .label { font: 400 11px var(--sans); text-anchor: start; fill: var(--faint); }
.timeline .axis { font: 400 10px var(--sans); fill: var(--faint); }
.timeline .grid { stroke: var(--line); fill: none; }
.timeline g path { stroke: var(--strong-line); fill: var(--panel); }
.timeline .touched path { stroke: var(--accent); fill: var(--accent-ground); }
.timeline .wanted path { stroke: var(--accent); stroke-dasharray: 4 3; fill: var(--ground); }
.timeline .removed path { stroke: var(--delete); stroke-dasharray: 4 3; fill: var(--delete-ground); }
.timeline .removed text { text-decoration: line-through; fill: var(--delete); }

@media (min-width: 60rem) {
  td code { overflow-wrap: break-word; }
  .top { padding: 0 2rem; }
  .top button[popovertarget] { display: none; }
  .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 82rem; margin: 0 auto; }
  .pages { display: block; position: sticky; inset: auto; top: 3.5rem; align-self: start; width: auto; height: calc(100vh - 3.5rem); max-height: none; margin: 0; padding: 2rem 1.25rem 3rem 2rem; border: 0; border-right: 1px solid var(--line); overflow-y: auto; background: none; color: inherit; }
  main { padding: 2.5rem 2.5rem 5rem; max-width: 54rem; width: 100%; }
  .frame:not(.with-contents) main { max-width: 66rem; }
  h1 { font-size: 2.4rem; }
}
@media (min-width: 72rem) {
  .frame.with-contents { grid-template-columns: 15rem minmax(0, 1fr) 13rem; }
  .contents { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; padding: 2.9rem 1.5rem 2rem 0; font-size: .85rem; line-height: 1.4; }
  .contents li { margin: 0 0 .5rem; }
  .contents a { color: var(--faint); text-decoration: none; }
  .contents a:hover { color: var(--link); text-decoration: underline; }
}
@media (max-width: 40rem) {
  kbd { display: none; }
  table { font-size: .86rem; }
  th, td { padding-right: .7rem; }
  td:first-child { min-width: 5.5rem; }
  .endpoint .scope { margin-left: 0; }
  h1 { font-size: 1.7rem; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --panel: #fff; --raised: #fff; --text: #000; --faint: #444; --link: #000; --accent: #000; --line: #bbb; --strong-line: #777; --accent-ground: #eee; --name: #000; --string: #000; --literal: #000; --comment: #444; }
  @page { margin: 18mm; }
  .top, .pages, .contents, .skip, footer { display: none !important; }
  .frame { display: block; max-width: none; }
  main { max-width: none; padding: 0; }
  body { font-size: 10pt; }
  h1, h2, h3, dt, .endpoint { break-after: avoid; }
  tr, .fields > div, .notice, .cards li { break-inside: avoid; }
  pre { max-height: none !important; overflow: visible; }
  pre code { white-space: pre-wrap; overflow-wrap: anywhere; width: auto; }
  .wide { overflow: visible; }
  svg.graph, svg.railroad-diagram { max-width: 100%; height: auto; }
  a { text-decoration: none; }
}
`.trimStart();

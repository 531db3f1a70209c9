/** One style for all pages: light and dark, for wide screens and small ones. What is wider than the screen scrolls by itself. */
export const style = `
:root { --ground: #fff; --text: #1d2327; --faint: #5b6670; --line: #d5dbe0; --panel: #f4f6f8; --link: #0b5cad; --word: #e3f2e6; --rule: #e6eefb; --stroke: #46525c; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181b; --text: #e3e7ea; --faint: #9aa6b0; --line: #343d44; --panel: #1e2429; --link: #7db7f5; --word: #1f3a28; --rule: #20324d; --stroke: #9aa6b0; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font: 600 1rem ui-monospace, monospace; margin: 1.5rem 0 .25rem; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0; padding: 0; }
p, ul, li { overflow-wrap: anywhere; }
code, pre { font: .9em ui-monospace, monospace; }
code { background: var(--panel); border-radius: .2rem; padding: .1em .25em; overflow-wrap: anywhere; }
pre { background: var(--panel); border-radius: .3rem; padding: .75rem; overflow-x: auto; }
pre code { padding: 0; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 600; }
td:first-child { min-width: 6.5rem; }
svg.railroad-diagram { display: block; max-width: none; }
svg.railroad-diagram path { stroke: var(--stroke); stroke-width: 2; fill: none; }
svg.railroad-diagram rect { stroke: var(--stroke); stroke-width: 1.5; fill: var(--word); }
svg.railroad-diagram .non-terminal rect, svg.railroad-diagram rect:not([rx]) { fill: var(--rule); }
svg.railroad-diagram text { font: 600 13px ui-monospace, monospace; text-anchor: middle; fill: var(--text); }
svg.railroad-diagram a text { fill: var(--link); text-decoration: underline; }
`;

/** The style sheet of the pages, as browsers load it. */
export const style: string = `
:root {
  color-scheme: light dark;
  --paper: #fff; --raised: #f5f6f5; --ink: #1b211f; --quiet: #52605b; --line: #c9d1cd; --accent: #17604e;
  --on-accent: #fff; --bad: #a3212b; --bad-paper: #fdeff0; --good-paper: #e7f4ee; --refused: #c2410c; --mark: #ffe58a;
  --s0: #17604e; --s1: #3565b5; --s2: #8a5a00; --s3: #7d3f98; --s4: #4f6b2a; --s5: #6b7280;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141917; --raised: #1d2421; --ink: #e8edea; --quiet: #a9b6b0; --line: #3b4742; --accent: #6fd0b3;
    --on-accent: #08251c; --bad: #ff9b9f; --bad-paper: #3a1c1f; --good-paper: #17352b; --refused: #fb923c; --mark: #5c4a00;
    --s0: #6fd0b3; --s1: #8fb4f5; --s2: #e0b354; --s3: #cf9be6; --s4: #a8c977; --s5: #9ca3af;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; scrollbar-gutter: stable; }
a { color: var(--accent); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.hidden, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { position: fixed; inset: .5rem auto auto .5rem; padding: .5rem 1rem; background: var(--paper); z-index: 2; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line); background: var(--raised); }
.top p { margin: 0; }
.brand { font-weight: 700; }
.brand a { color: inherit; text-decoration: none; }
.account { margin-left: auto; }
summary { cursor: pointer; padding: .35rem .25rem; border-radius: .25rem; }
.top details { position: relative; }
.top details > :not(summary) { position: absolute; z-index: 1; min-width: 12rem; max-width: 85vw; padding: .75rem; background: var(--paper); border: 1px solid var(--line); border-radius: .375rem; }
.account > div { right: 0; }
.account form + form { margin-top: .5rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .35rem .6rem; border-radius: .25rem; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--good-paper); font-weight: 600; }
.sections { padding: 1rem; }
.sections p { margin: .75rem .6rem .25rem; color: var(--quiet); font-size: .875rem; }
main { padding: 1.25rem 1rem 3rem; min-width: 0; }
.alone { max-width: 34rem; margin: 10vh auto 0; }
@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: 13rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
  .sections { position: sticky; top: 0; align-self: start; }
}
@media (max-width: 59.99rem) {
  .sections { padding: .5rem 1rem; border-bottom: 1px solid var(--line); }
  .sections ul { display: flex; flex-wrap: wrap; }
  .sections p { display: none; }
}
button, .button, input, select, textarea { font: inherit; color: inherit; border: 1px solid var(--quiet); border-radius: .3rem; background: var(--paper); padding: .45rem .7rem; max-width: 100%; }
input:not([type="checkbox"], [type="radio"]), select, textarea { width: 100%; }
button, .button { display: inline-block; cursor: pointer; text-decoration: none; line-height: 1.5; min-height: 2.5rem; white-space: nowrap; }
.main-action { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.danger { border-color: var(--bad); color: var(--bad); }
textarea { font-family: ui-monospace, monospace; font-size: .9rem; }
main h1, dd, dt, li { overflow-wrap: anywhere; }
.field, fieldset { margin: 0 0 1rem; max-width: 40rem; }
.wide .field { max-width: none; }
fieldset { border: 1px solid var(--line); border-radius: .3rem; padding: .5rem .9rem .75rem; }
fieldset label, .inline label { display: block; padding: .2rem 0; font-weight: 400; }
fieldset .field > label { font-weight: 600; }
fieldset > p { margin: 0 0 .75rem; }
label:has([type="checkbox"]) { padding-left: 1.5rem; }
label, legend, dt { font-weight: 600; }
.hint { margin: 0 0 .25rem; color: var(--quiet); font-size: .9rem; }
.error { margin: .25rem 0 0; color: var(--bad); }
.problem, .notice, .secret-box { padding: .7rem 1rem; border-left: 4px solid var(--accent); background: var(--good-paper); border-radius: .25rem; margin: 0 0 1rem; }
.problem { border-color: var(--bad); background: var(--bad-paper); }
.secret { display: block; margin: .5rem 0; padding: .6rem .75rem; background: var(--paper); border: 1px solid var(--line); border-radius: .25rem; user-select: all; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0 0 1rem; }
.actions .field { margin: 0; }
.actions input, .actions select { width: auto; }
pre { overflow: auto; max-height: 28rem; padding: .75rem; background: var(--raised); border: 1px solid var(--line); border-radius: .3rem; font-size: .85rem; white-space: pre-wrap; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
iframe { width: 100%; height: 28rem; border: 1px solid var(--line); border-radius: .3rem; background: #fff; color-scheme: light; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .5rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
tbody th, td { overflow-wrap: anywhere; min-width: 5rem; }
tbody th { min-width: 8rem; }
td time, td code, td [data-usage] { white-space: nowrap; }
td form { display: inline; }
td .button { margin: 0 .25rem .25rem 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.problem > :last-child, .notice > :last-child { margin-bottom: 0; }
.problem > :first-child, .notice > :first-child, .secret-box > :first-child { margin-top: 0; }
.tag { display: inline-block; padding: 0 .45rem; border: 1px solid var(--quiet); border-radius: 1rem; font-size: .85rem; }
.tag-good { border-color: var(--accent); color: var(--accent); }
.tag-bad { border-color: var(--bad); color: var(--bad); background: var(--bad-paper); }
td > .tag { white-space: nowrap; }
th .hint { font-weight: 400; }
td details summary { padding-left: 0; }
td pre { max-height: 14rem; margin: .25rem 0; }
@media (max-width: 47.99rem) {
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards, .cards caption, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards tr { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .75rem; margin: 0 0 .75rem; }
  .cards th, .cards td { border: 0; padding: .15rem 0; text-align: left; }
  .cards td[data-label]::before { content: attr(data-label) ": "; color: var(--quiet); }
}
dl + .actions { margin-top: 1rem; }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
.facts dd { margin: 0; }
@media (max-width: 30rem) { dl.facts { display: block; } .facts dd { margin: 0 0 .5rem; } }
.results { padding-left: 1.5rem; }
.results > li { margin: 0 0 1.25rem; max-width: 50rem; }
.results h3 { margin: 0; }
.results p { margin: .25rem 0; }
.passage { white-space: pre-line; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; }
figure { margin: 0; }
meter { width: 12rem; max-width: 100%; height: 1rem; }
.chart { display: block; width: 100%; height: auto; max-width: 60rem; aspect-ratio: 3 / 1; }
.chart text { fill: var(--quiet); font-size: 11px; }
.chart line { stroke: var(--line); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: .5rem 0; }
.legend svg { width: .8rem; height: .8rem; margin-right: .35rem; }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .s4 { fill: var(--s4); } .s5 { fill: var(--s5); } .refused { fill: var(--refused); }
dialog { max-width: 34rem; width: calc(100% - 2rem); border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: inherit; padding: 1.25rem; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dialog h2 { margin-top: 0; }
.field-expiresOn { display: none; }
form:has(option[value="on"]:checked) .field-expiresOn { display: block; }
@supports not selector(:has(a)) { .field-expiresOn { display: block; } }
@media (prefers-reduced-motion: no-preference) { a, button { transition: background-color .1s; } }
`;

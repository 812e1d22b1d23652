/** Rules for tables, badges, cards, facts, results, charts and messages. */
export const dataStyle: string = `
.card { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); box-shadow: var(--shadow); }
.card { padding: var(--gap-4); }
.card > :first-child { margin-block-start: 0; }
.card > :last-child { margin-block-end: 0; }
.cards-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: var(--gap-4); margin: 0 0 var(--gap-4); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: var(--gap-4); align-items: start; margin-block-end: var(--gap-4); }
.card > .card-head { display: flex; flex-wrap: wrap; gap: var(--gap-1) var(--gap-4); align-items: center; justify-content: space-between; min-height: 3rem; margin: calc(-1 * var(--gap-4)) calc(-1 * var(--gap-4)) var(--gap-4); padding: var(--gap-1) var(--gap-4); border-block-end: 1px solid var(--line); }
.card-head h2, .card-head .tabs { margin: 0; }
.card-head button { min-height: 2rem; padding-block: .2rem; }
:is(main, .stack) > .card { margin-block-end: var(--gap-4); }
.card.flush { padding: 0; overflow: hidden; }
.card.flush > .card-head { margin: 0; }
.flush > table { border: 0; border-radius: 0; box-shadow: none; margin: 0; }
.flush > table caption, .flush > .empty { margin: var(--gap-3) var(--gap-4); }
.flush > table :is(th, td):first-child { padding-inline-start: var(--gap-4); }
.attention { list-style: none; margin: 0; padding: var(--gap-3) var(--gap-4); display: grid; gap: var(--gap-3); }
.attention li { padding-inline-start: 1.25rem; position: relative; }
.attention li::before { content: ""; position: absolute; inset: .4rem auto auto 0; width: .6rem; height: .6rem; border-radius: 50%; background: var(--soon); forced-color-adjust: none; }
.attention .attention-bad::before { background: var(--bad); }
.attention .attention-good::before { background: var(--good); }
.cards-small { grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); }
.stack > .card { scroll-margin-block-start: var(--gap-4); }
.with-aside { display: grid; gap: var(--gap-4); align-items: start; margin: 0 0 var(--gap-4); }
@media (min-width: 75rem) { .with-aside { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
.figure { font-size: var(--figure); font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; margin: 0; }
.figure small { font-size: var(--small); color: var(--quiet); font-weight: 550; }
.label { color: var(--quiet); margin: 0; }
.card meter { width: 100%; }
.card > .label + .figure { margin-block-end: var(--gap-1); }
.problem, .notice, .secret-box { padding: var(--gap-3) var(--gap-4); border: 1px solid var(--line); border-inline-start: 4px solid var(--accent); background: var(--good-paper); border-radius: var(--radius); margin: 0 0 var(--gap-4); max-width: 60rem; }
.problem { border-inline-start-color: var(--bad); background: var(--bad-paper); }
.problem > :last-child, .notice > :last-child { margin-block-end: 0; }
.problem > :first-child, .notice > :first-child, .secret-box > :first-child { margin-block-start: 0; }
.toast { display: flex; flex-wrap: wrap; gap: var(--gap-2) var(--gap-3); align-items: center; padding: var(--gap-3) var(--gap-4); border: 1px solid var(--line); border-inline-start: 4px solid var(--accent); border-radius: var(--radius); background: var(--paper); margin: 0 0 var(--gap-4); max-width: 60rem; }
.toast > p { flex: 1 1 10rem; margin: 0; }
.toast[hidden] { display: none; }
.toast button { min-height: 2rem; padding-block: .2rem; }
@media (scripting: enabled) {
  .toast { position: fixed; z-index: 1; inset-block-end: var(--gap-4); inset-inline-end: var(--gap-4); width: min(26rem, calc(100vw - 2rem)); margin: 0; box-shadow: var(--shadow-high); }
  .toast:has(> p:empty) { opacity: 0; }
  html:has(.toast) { scroll-padding-block-end: 8rem; }
  html:has(.toast) main { padding-block-end: 9rem; }
  html:has(.save-bar) .toast { inset-block-end: 5rem; }
}
@media (scripting: enabled) and (prefers-reduced-motion: no-preference) { .toast { animation: toast-in .2s; } }
@keyframes toast-in { from { translate: 0 .75rem; } }
.secret { display: block; margin: var(--gap-2) 0; padding: .6rem .75rem; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); user-select: all; overflow-wrap: anywhere; }
.snippet { position: relative; margin: 0 0 var(--gap-4); }
.snippet pre { margin: 0; }
.snippet pre:not(:last-child) { padding-inline-end: 5.5rem; }
.snippet button { position: absolute; inset: .4rem .4rem auto auto; min-height: 1.9rem; padding-block: .1rem; }
.snippet [role="status"] { color: var(--good); font-size: var(--small); }
.empty { display: grid; justify-items: center; gap: var(--gap-2); padding: 2.5rem var(--gap-4); text-align: center; border: 1px dashed var(--edge); border-radius: var(--radius-card); color: var(--quiet); }
.empty p { margin: 0; }
.empty .icon { width: 1.75rem; height: 1.75rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); box-shadow: var(--shadow); margin-block-end: var(--gap-4); }
caption { text-align: start; color: var(--quiet); padding: var(--gap-1) 0 var(--gap-2); font-size: var(--small); }
th, td { text-align: start; vertical-align: middle; padding: var(--gap-2) var(--gap-3); border-block-end: 1px solid var(--line); }
tbody tr:last-child > * { border-block-end: 0; }
tbody tr:hover > * { background: color-mix(in srgb, var(--raised) 45%, transparent); }
thead th { color: var(--quiet); font-size: var(--small); font-weight: 600; }
th { font-weight: 600; }
tbody th, td { overflow-wrap: anywhere; }
tbody th { min-width: 8rem; }
tbody th a { color: inherit; text-decoration-color: var(--edge); }
th .hint { font-weight: 400; margin: 0; }
tbody time, td code, td [data-usage] { white-space: nowrap; }
td form { display: inline-flex; gap: var(--gap-2); }
td select { width: auto; }
td .button { margin: 0 .25rem .25rem 0; }
td pre { max-height: 14rem; margin: .25rem 0; }
td details summary { padding-inline-start: 0; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.tag, .chip { display: inline-flex; align-items: center; gap: .35rem; padding: 0 .5rem; border: 1px solid transparent; border-radius: 1rem; font-size: var(--small); font-weight: 550; color: var(--quiet); background: var(--raised); }
.tag::before { content: ""; width: .4rem; height: .4rem; border-radius: 50%; background: currentColor; forced-color-adjust: none; }
.tag-good { color: var(--good); background: var(--good-paper); }
.tag-soon { color: var(--soon); background: var(--soon-paper); }
.tag-info { color: var(--info); background: var(--info-paper); }
.tag-bad { color: var(--bad); background: var(--bad-paper); }
td > .tag { white-space: nowrap; }
@media (forced-colors: active) { .tag, .chip { border-color: currentColor; } }
@media (max-width: 51.99rem) {
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards, .cards caption, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards { border: 0; background: none; box-shadow: none; }
  .cards tr { position: relative; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); padding: var(--gap-2) var(--gap-3); margin: 0 0 var(--gap-2); }
  .cards th, .cards td { border: 0; padding: .15rem 0; text-align: start; }
  .cards td[data-label]::before { content: attr(data-label) ": "; color: var(--quiet); }
  .cards th:has(+ * ~ td .menu) { padding-inline-end: 3rem; }
  .cards td:has(> .menu) { position: absolute; inset: .25rem .5rem auto auto; }
}
.paging { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2); color: var(--quiet); }
.paging > span { margin-inline-end: auto; }
dl + .actions { margin-block-start: var(--gap-4); }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--gap-1) var(--gap-4); margin: 0 0 var(--gap-4); padding: var(--gap-4); background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); box-shadow: var(--shadow); }
.facts dt { color: var(--quiet); font-weight: 500; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.facts span[lang] { white-space: pre-line; }
.hidden-values td { overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl.facts { display: block; } .facts dd { margin: 0 0 .5rem; } }
.terms { margin: 0 0 var(--gap-4); }
.terms dd { margin: 0 0 var(--gap-3); color: var(--quiet); }
.steps { list-style: none; margin: 0; padding: 0; counter-reset: step; }
.steps > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2) var(--gap-4); padding-block: var(--gap-3); padding-inline-start: 2.75rem; position: relative; border-block-end: 1px solid var(--line); counter-increment: step; }
.steps > li:last-child { border: 0; }
.steps > li::before { content: counter(step); position: absolute; inset-inline-start: 0; inset-block-start: var(--gap-3); display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--raised); color: var(--quiet); font-weight: 650; }
.steps > .step-done::before { content: "✓" / ""; background: var(--good-paper); color: var(--good); }
.steps > .step-next::before { background: var(--info-paper); color: var(--info); }
.steps h3 { margin: 0; display: flex; flex-wrap: wrap; gap: var(--gap-2); align-items: center; }
.steps p { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
.steps > li > div:first-child { flex: 1 1 16rem; min-width: 0; }
.steps .actions { margin: 0; align-items: center; }
.card dl.facts { padding: 0; border: 0; box-shadow: none; margin: 0; }
.recent { list-style: none; margin: 0; padding: var(--gap-1) var(--gap-4); }
.recent li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-1) var(--gap-3); padding: var(--gap-2) 0; border-block-end: 1px solid var(--line); }
.recent li:last-child { border: 0; }
.recent li > :first-child { flex: 1 1 12rem; min-width: 0; }
.recent a { font-weight: 600; color: inherit; text-decoration-color: var(--edge); }
.recent .hint { margin: 0; }
.recent + p { margin-block-start: var(--gap-2); }
.recent time { color: var(--quiet); font-size: var(--small); }
.results { padding-inline-start: 1.5rem; }
.results > li { margin: 0 0 1.25rem; max-width: 50rem; }
.results h3 { margin: 0; }
.results p { margin: .25rem 0; }
.passage { white-space: pre-line; }
meter { width: 12rem; max-width: 100%; height: .75rem; }
.chart { display: block; width: 100%; height: auto; aspect-ratio: 3 / 1; }
.chart text { fill: var(--quiet); font-size: 11px; }
.chart-low { aspect-ratio: 9 / 2; }
.chart .s0, .chart .s1, .chart .s2, .chart .s5, .chart .failed { stroke: var(--paper); stroke-width: .5; }
.chart line { stroke: var(--line); }
@media (max-width: 47.99rem) { .chart text { font-size: 24px; } }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: .5rem 0; }
.legend svg { width: .8rem; height: .8rem; margin-inline-end: .35rem; }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .s4 { fill: var(--s4); } .s5 { fill: var(--s5); } .refused { fill: var(--refused); } .failed { fill: var(--bad); }
.empty + .columns { margin-block-start: var(--gap-4); }
.columns > * { margin-block-end: var(--gap-4); }
.columns > :last-child { margin-block-end: 0; }
@media (min-width: 60rem) { .one-line { white-space: nowrap; } }
.card .empty { border: 0; padding-block: var(--gap-4); }
.ranking { list-style: none; margin: 0; padding: 0; }
.ranking li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .15rem var(--gap-4); padding: var(--gap-2) 0; border-block-end: 1px solid var(--line); }
.ranking li:last-child { border: 0; }
.ranking-name a { color: inherit; text-decoration-color: var(--edge); }
.ranking .share, .ranking .hint { grid-column: 1 / -1; margin: 0; max-width: none; }
.share { display: block; width: 100%; height: .375rem; border-radius: .2rem; }
.share-all { fill: var(--raised); }
.share-cell { display: flex; align-items: center; gap: var(--gap-2); color: var(--quiet); font-size: var(--small); font-variant-numeric: tabular-nums; }
.share-cell .share { width: 8rem; }
@media (max-width: 47.99rem) { .cards-row:has(> :nth-child(4):last-child) { grid-template-columns: repeat(2, minmax(0, 1fr)); } .share-cell .share { flex: 1; } }
@media (forced-colors: active) { .share .s0 { fill: CanvasText; } .share-all { fill: Canvas; } }
`;

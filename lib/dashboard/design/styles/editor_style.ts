/** Rules for the editor of a post: the form, the details and the rail beside it. The places of elements that a script adds are empty before. */
export const editorStyle: string = `
.editor-head h1 { font-size: var(--large); display: inline; margin-inline-end: var(--gap-2); }
.editor-head h1 a { color: inherit; text-decoration: none; }
.editor-head h1 a:first-child { color: var(--quiet); font-weight: 400; }
.editor-head h1 a:hover { text-decoration: underline; }
.editor-head > :first-child { flex-basis: auto; }
.editor-head .tag { vertical-align: .1em; }
.editor-head .hint { margin-inline-start: var(--gap-2); }
.editor-head .actions { flex-grow: 0; margin: 0; }
.editor-head [hidden] { display: none; }
.editor { display: grid; gap: var(--gap-4); align-items: start; }
.editor > * { min-width: 0; }
.editor-form { display: contents; }
.editor-text { padding: var(--gap-4); background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); box-shadow: var(--shadow); min-width: 0; }
.editor-text > :last-child, .editor-details > :last-child { margin-block-end: 0; }
.editor-text .field { max-width: none; }
.editor-text > .actions { margin-block-start: var(--gap-3); }
.editor-form .field > label { color: var(--quiet); font-size: var(--small); font-weight: 550; }
.editor-title { font-size: var(--title); font-weight: 650; }
.editor-form [data-code-editor] { font-family: var(--mono); }
.editor-form textarea { line-height: 1.6; tab-size: 4; }
.field-description textarea { min-height: 4.5rem; }
.editor-details { margin: 0; min-width: 0; }
.editor-details h2 { margin: 0 0 var(--gap-3); font-size: var(--text); }
.editor-details .field, .editor-details fieldset { margin-block-end: var(--gap-3); }
.editor-details textarea { field-sizing: content; max-height: 12rem; }
@media (scripting: enabled) { .editor-details textarea[data-suggestions], .editor-details textarea[data-suggestions] + input { display: block; margin-block-end: 2.5rem; } .editor-details textarea[data-suggestions] + input { margin-block: -2.25rem 0; } .editor-details [data-usual-length] { display: block; margin-block-end: 1.5rem; } .editor-details [data-usual-length] + p { margin-block: -1.5rem 0; line-height: 1.5rem; } }
.editor-details .field-date, .editor-details .field-time { display: inline-block; width: calc(50% - var(--gap-1)); vertical-align: bottom; }
.editor-preview { margin: 0; }
.rail { display: grid; gap: var(--gap-4); overflow-wrap: anywhere; }
.rail-head { display: flex; align-items: center; gap: var(--gap-2); margin-block-end: var(--gap-2); }
.rail h2 { margin: 0; font-size: var(--text); }
.rail p { margin: 0; }
.rail ul { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--gap-3); }
.questions li { border-inline-start: 2px solid var(--soon); padding-inline-start: var(--gap-3); }
.questions .found { border-color: var(--good); }
.questions p { color: var(--quiet); font-size: var(--small); }
.snippet, .social { display: grid; gap: .15rem; font-size: var(--small); }
.snippet-title { color: var(--info); font-size: var(--large); }
.social { border: 1px solid var(--line); border-radius: var(--radius); padding: var(--gap-2) var(--gap-3); }
.rail .social-picture { margin: calc(-1 * var(--gap-2)) calc(-1 * var(--gap-3)) var(--gap-1); padding: var(--gap-4) var(--gap-3); background: var(--raised); border-block-end: 1px solid var(--line); color: var(--quiet); text-align: center; }
.checks .ok::before { content: "✓ "; color: var(--good); }
.checks .warn::before { content: "! "; color: var(--soon); font-weight: 700; }
.rail-facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--gap-1) var(--gap-3); margin: 0; }
.rail-facts dt { color: var(--quiet); font-weight: 400; }
.rail-facts dd { margin: 0; }
.changes { padding: var(--gap-3) 0; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); font-family: var(--mono); font-size: var(--small); overflow-wrap: anywhere; margin-block-end: var(--gap-4); }
.changes p { margin: 0; white-space: pre-wrap; max-width: none; padding: 0 var(--gap-3); min-height: 1.5em; }
.changes .skipped { padding-block: var(--gap-1); color: var(--quiet); font-family: system-ui, sans-serif; }
.mark { user-select: none; }
ins, del { text-decoration: none; border-radius: .15rem; }
ins { background: var(--good-paper); color: var(--good); }
del { background: var(--bad-paper); color: var(--bad); }
.changes ins, .changes del { display: block; margin: 0 calc(-1 * var(--gap-3)); padding: 0 var(--gap-3); border-radius: 0; }
.merge fieldset { max-width: none; margin-block-end: var(--gap-4); }
.version { margin: var(--gap-1) 0 var(--gap-3); padding: var(--gap-2) var(--gap-3); background: var(--raised); border-radius: var(--radius); max-width: none; white-space: pre-wrap; }
.merge .context { border: 0; background: none; color: var(--quiet); padding-block: 0; margin: 0; }
@media (min-width: 64rem) { .editor { grid-template: auto 1fr / minmax(0, 1fr) 20rem; } .editor-text { grid-area: 1 / 1 / span 2; } .editor-details { grid-area: 1 / 2; } .rail { grid-area: 2 / 2; } .editor-preview { grid-area: 3 / 1; } }
`;

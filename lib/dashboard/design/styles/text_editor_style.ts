/** Rules for the text of a post: the bar above it, the editor, and the preview beside it. */
export const textEditorStyle: string = `
.editor-bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2) var(--gap-3); margin: 0 0 var(--gap-2); }
.editor-bar:empty { display: none; }
.button-group { display: flex; }
.button-group button { border-radius: 0; margin-inline-start: -1px; box-shadow: none; min-width: 2.25rem; }
.button-group button:first-child { border-start-start-radius: var(--radius); border-end-start-radius: var(--radius); margin: 0; }
.button-group button:last-child { border-start-end-radius: var(--radius); border-end-end-radius: var(--radius); }
.button-group button[aria-pressed="true"] { background: var(--good-paper); color: var(--good); font-weight: 650; }
.button-group .format-bold { font-weight: 800; }
.button-group .format-italic { font-style: italic; }
.editor-count { margin-inline-start: auto; color: var(--quiet); font-size: var(--small); font-variant-numeric: tabular-nums; }
[data-editor-state][data-state="saved"] { color: var(--good); }
[data-editor-state]:is([data-state="unreachable"], [data-state="failed"], [data-state="signed-out"], [data-state="conflict"], [data-state="refused"]) { color: var(--bad); font-weight: 550; }
.editor-panes { display: grid; gap: var(--gap-3); --editor-height: clamp(20rem, calc(100vh - 22rem), 56rem); }
.editor-panes > * { min-width: 0; max-width: none; margin: 0; }
.code-editor:focus-within { border-color: var(--accent); outline: 1px solid var(--accent); }
.code-editor, .editor-panes textarea { display: block; height: var(--editor-height); border: 1px solid var(--line); border-radius: var(--radius-card); background: var(--paper); box-shadow: var(--shadow); overflow: hidden; }
.editor-panes textarea { padding: var(--gap-3) var(--gap-4); line-height: 1.7; overflow: auto; resize: vertical; }
.editor-panes textarea[hidden] { display: none; }
.editor-panes[data-view="preview"] > .field { display: none; }
.preview-pane { position: relative; height: var(--editor-height); border: 1px solid var(--line); border-radius: var(--radius-card); background: #fff; overflow: hidden; }
.preview-pane[hidden] { display: none; }
.preview-pane iframe { position: absolute; inset: 0; height: 100%; border: 0; border-radius: 0; }
.preview-pane .is-loading { visibility: hidden; }
.key-list kbd { font-size: var(--small); }
@media (scripting: enabled) { .editor-panes > .field > label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .editor-bar, .editor-bar:empty { display: flex; min-height: 2.25rem; } }
@media (max-width: 59.99rem) { .editor-panes[data-view="split"] { --editor-height: 18rem; } }
@media (min-width: 60rem) { .editor-panes[data-view="split"] { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 47.99rem), (min-width: 64rem) and (max-width: 89.99rem) {
  .editor-bar { gap: var(--gap-1) var(--gap-2); }
  .editor-bar button { min-height: 2rem; padding: .2rem .5rem; font-size: var(--small); }
  .button-group button { min-width: 2rem; }
}
@media (max-width: 47.99rem) {
  main:has(.editor) { padding-block-start: var(--gap-3); }
  .editor-head { gap: var(--gap-1); margin-block-end: var(--gap-2); }
  .editor-head .actions { gap: var(--gap-1); }
  .editor-head :is(button, .button) { min-height: 2rem; padding: .2rem .5rem; font-size: var(--small); }
  .editor-head [href$="#history"], .editor-bar .editor-help { display: none; }
  .editor-text { padding: var(--gap-2); }
  .field-name > label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .editor-text .field-name { margin-block-end: var(--gap-2); }
}
@media (forced-colors: active) { .button-group button[aria-pressed="true"] { border: 2px solid Highlight; } }
`;

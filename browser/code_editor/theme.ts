import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colors and type of the editor. The custom properties are the dashboard's, so light and dark follow the page. */
export const theme: ReturnType<typeof EditorView.theme> = EditorView.theme({
  "&": { height: "100%", background: "transparent", color: "var(--ink)", fontSize: "var(--text)" },
  // The page marks the focus around the whole editor.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.7", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "var(--gap-3) 0", minHeight: "100%" },
  ".cm-line": { padding: "0 var(--gap-4)" },
  ".cm-question": { background: "var(--good-paper)", borderRadius: ".25rem" },
  ".cm-place": {
    padding: "0 .5rem",
    border: "1px dashed var(--edge)",
    borderRadius: "var(--radius)",
    background: "var(--raised)",
    color: "var(--quiet)",
    font: "var(--small)/1.5 system-ui, sans-serif",
  },
  ".cm-searchMatch": { background: "var(--mark)", outline: "none" },
  ".cm-searchMatch-selected": { background: "var(--mark)", outline: "2px solid var(--accent)" },
  ".cm-panels": { background: "var(--raised)", color: "var(--ink)", fontFamily: "system-ui, sans-serif" },
  ".cm-panels-top": { borderBlockEnd: "1px solid var(--line)" },
  ".cm-panel.cm-search": {
    padding: "var(--gap-2) 2.5rem var(--gap-2) var(--gap-3)",
    fontSize: "var(--small)",
  },
  ".cm-panel.cm-search label": { fontSize: "var(--small)", display: "inline-flex", alignItems: "center" },
  ".cm-textfield": {
    background: "var(--paper)",
    color: "inherit",
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius)",
    padding: ".3rem .5rem",
    fontSize: "var(--small)",
  },
  ".cm-button": {
    background: "var(--paper)",
    color: "inherit",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    padding: ".3rem .6rem",
    fontSize: "var(--small)",
  },
  ".cm-button:active": { background: "var(--raised)" },
  ".cm-tooltip.cm-menu": {
    background: "var(--paper)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow-high)",
    fontFamily: "system-ui, sans-serif",
    fontSize: "var(--small)",
    maxWidth: "min(24rem, calc(100vw - 2rem))",
    overflow: "hidden",
  },
  ".cm-menu [role=listbox]": { maxHeight: "24rem", overflowY: "auto" },
  ".cm-menu [role=option]": { padding: ".45rem .75rem", cursor: "pointer", overflowWrap: "anywhere" },
  ".cm-menu [aria-selected=true]": {
    background: "var(--good-paper)",
    color: "var(--good)",
    outline: "2px solid transparent",
    outlineOffset: "-2px",
  },
  ".cm-menu-detail, .cm-menu [role=status]": { color: "var(--quiet)" },
  ".cm-menu [role=status]": { margin: "0", padding: ".3rem .75rem" },
  ".cm-menu [role=status]:empty": { display: "none" },
  ".cm-panel.cm-search [name=close]": { color: "inherit", fontSize: "1.25rem", padding: "0 .5rem" },
});

/** Style of the parts of Markdown and HTML. */
export const sourceStyle: HighlightStyle = HighlightStyle.define([
  { tag: tags.heading, color: "var(--good)", fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.tagName], color: "var(--info)" },
  { tag: [tags.url, tags.quote, tags.comment, tags.meta, tags.contentSeparator], color: "var(--quiet)" },
  { tag: [tags.monospace, tags.string], color: "var(--soon)" },
  { tag: [tags.processingInstruction, tags.attributeName, tags.labelName], color: "var(--quiet)" },
]);

import { PostEditor } from "./post_editor.ts";

const form = document.querySelector<HTMLFormElement>("form[data-editor]");
const area = form?.querySelector<HTMLTextAreaElement>("textarea[data-code-editor]");
const bar = form?.querySelector<HTMLElement>("[data-editor-bar]");
const panes = form?.querySelector<HTMLElement>("[data-editor-panes]");
if (form && area && bar && panes) {
  new PostEditor({ form, area, bar, panes }).start();
}

import type { CodeEditor } from "../code_editor/code_editor.ts";
import { Autosave, type SaveState } from "./autosave.ts";
import { type EditorBar, type EditorView, fillBar } from "./editor_bar.ts";
import { showFieldErrors } from "./field_errors.ts";
import { fillFields } from "./form_fields.ts";
import { type KeptEntry, KeptText } from "./kept_text.ts";
import { PreviewPane } from "./preview_pane.ts";
import { replaceRail } from "./replace_rail.ts";
import { restoreOffer } from "./restore_offer.ts";
import { showProblem } from "./save_problem.ts";
import { listenToKeys } from "./shortcuts.ts";
import { showStatus } from "./status_line.ts";
import { countText } from "./word_count.ts";

/** Parts of the editor's page. */
export interface EditorParts {
  form: HTMLFormElement;
  /** The text area of the content. */
  area: HTMLTextAreaElement;
  /** The empty place of the bar above the text. */
  bar: HTMLElement;
  /** The element around the text, in which the preview is shown. */
  panes: HTMLElement;
}

/** Milliseconds from a change of the text to its new count. */
const countDelay = 300;

/** Adds saving, preview, keys and counts to the form of a post, which works without them. */
export class PostEditor {
  readonly #parts: EditorParts;
  readonly #autosave: Autosave;
  readonly #kept: KeptText;
  readonly #preview: PreviewPane;
  readonly #bar: EditorBar;
  readonly #problem: HTMLElement;
  readonly #status = document.querySelector<HTMLElement>("[data-editor-state]");
  #code: CodeEditor | undefined;
  #countTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: EditorParts) {
    this.#parts = parts;
    const { form, bar, panes } = parts;
    this.#kept = new KeptText(form);
    this.#autosave = new Autosave(form, { kept: this.#kept, show: (state) => this.#show(state) });
    this.#preview = new PreviewPane(form.dataset["preview"] ?? "");
    panes.append(this.#preview.element);
    this.#problem = document.createElement("div");
    this.#problem.className = "problem";
    this.#problem.setAttribute("role", "alert");
    this.#problem.hidden = true;
    bar.before(this.#problem);
    this.#bar = fillBar(bar, {
      onView: (view) => this.#choose(view),
      onFormat: (command) => this.#code?.format(command),
    });
  }

  /** Shows the text and begins to listen. */
  start(): void {
    this.#status?.setAttribute("role", "status");
    // The preview without a script is below the text.
    document.querySelector("details.editor-preview")?.remove();
    this.#choose("write");
    this.#count();
    this.#listen();
    this.#offerKept();
    void this.#openCode();
  }

  /** Loads the code editor. Without it, the text area goes on working. */
  async #openCode(): Promise<void> {
    const { form, area } = this.#parts;
    try {
      const { openCodeEditor } = (await import(form.dataset["editorScript"] ?? "")) as {
        openCodeEditor: (area: HTMLTextAreaElement) => CodeEditor;
      };
      const hadFocus = document.activeElement === area;
      this.#code = openCodeEditor(area);
      if (hadFocus) this.#code.focus();
    } catch {
      form.classList.add("has-plain-text");
    }
  }

  #listen(): void {
    const { form } = this.#parts;
    const saveNow = (): void => void this.#autosave.save();
    form.addEventListener("input", () => {
      this.#autosave.change();
      clearTimeout(this.#countTimer);
      this.#countTimer = setTimeout(() => this.#count(), countDelay);
    });
    form.addEventListener("focusout", ({ relatedTarget }) => {
      // The buttons of the form send the text themselves.
      const isInForm = relatedTarget instanceof HTMLElement && [...form.elements].includes(relatedTarget);
      if (!isInForm) saveNow();
    });
    form.addEventListener("submit", (event) => this.#submit(event));
    addEventListener("online", saveNow);
    addEventListener("focus", saveNow);
    document.addEventListener("visibilitychange", saveNow);
    addEventListener("pagehide", () => {
      if (this.#autosave.hasUnsaved) this.#kept.keep();
    });
    addEventListener("beforeunload", (event) => {
      if (this.#autosave.hasUnsaved) event.preventDefault();
    });
    listenToKeys(form, { save: saveNow });
  }

  /** Sends the form by its buttons. A running save changes the version that the form must send, so the form waits for it. */
  #submit(event: SubmitEvent): void {
    const { form } = this.#parts;
    if (this.#autosave.isSaving) {
      event.preventDefault();
      void this.#autosave.settle().then(() => form.requestSubmit(event.submitter));
      return;
    }
    this.#kept.keep();
    this.#autosave.stop();
  }

  #show(state: SaveState): void {
    const { form } = this.#parts;
    if (this.#status !== null) showStatus(this.#status, state);
    showProblem(this.#problem, state);
    showFieldErrors(form, state);
    if (state.kind !== "saved") return;
    replaceRail(document.querySelector("[data-editor-rail]"), state.rail);
    this.#refreshPreview();
  }

  #choose(view: EditorView): void {
    this.#bar.choose(view);
    this.#parts.panes.dataset["view"] = view;
    this.#preview.element.hidden = view === "write";
    this.#refreshPreview();
    if (view !== "write") void this.#autosave.save();
  }

  #refreshPreview(): void {
    this.#preview.refresh(this.#code?.section() ?? 0);
  }

  #count(): void {
    const { form, area } = this.#parts;
    const language = form.elements.namedItem("inLanguage");
    const tag = language instanceof HTMLInputElement ? language.value.trim() : "";
    const text = countText(area.value, tag);
    if (this.#bar.count.textContent !== text) this.#bar.count.textContent = text;
  }

  #offerKept(): void {
    if (isAfterSave()) this.#kept.remove();
    const entry = this.#kept.find();
    if (entry === undefined) return;
    const offer = restoreOffer(entry, {
      restore: () => this.#restore(entry),
      discard: () => this.#kept.remove(),
    });
    this.#parts.bar.before(offer);
  }

  /** Puts kept text into the form, with its base: if somebody has changed the text since, the save becomes a conflict. */
  #restore({ base, fields }: KeptEntry): void {
    const { form, area } = this.#parts;
    fillFields(form, [...base, ...fields]);
    this.#code?.replaceText(area.value);
    this.#count();
    this.#autosave.change();
    void this.#autosave.save();
  }
}

/** True if the page is the answer to the form: the text was saved, merged, published or discarded. A reload does not count. */
function isAfterSave(): boolean {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return false;
  address.searchParams.delete("done");
  history.replaceState(history.state, "", address);
  return true;
}

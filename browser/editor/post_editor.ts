import type { CodeEditor } from "../code_editor/code_editor.ts";
import { Autosave, type SaveState } from "./autosave.ts";
import { type EditorBar, type EditorView, fillBar } from "./editor_bar.ts";
import { showFieldErrors, openDetailsOf } from "./field_errors.ts";
import { fillFields } from "./form_fields.ts";
import type { KeptEntry } from "./kept_entries.ts";
import { KeptText } from "./kept_text.ts";
import { loadPictures } from "./load_pictures.ts";
import { hasChangedSettings } from "./post_place.ts";
import { Presence } from "./presence.ts";
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

/** Milliseconds in which a second submission is part of a double click. */
const doubleClick = 1000;

/** Adds saving, preview, keys and counts to the form of a post, which works without them. */
export class PostEditor {
  readonly #parts: EditorParts;
  readonly #autosave: Autosave;
  readonly #kept: KeptText;
  readonly #preview: PreviewPane;
  readonly #bar: EditorBar;
  readonly #problem: HTMLElement;
  readonly #discardLink = document.querySelector<HTMLAnchorElement>("[data-discard]");
  readonly #settingsNote = document.querySelector("[data-settings-note]");
  readonly #status = document.querySelector<HTMLElement>("[data-editor-state]");
  #code: CodeEditor | undefined;
  #countTimer: ReturnType<typeof setTimeout> | undefined;
  /** True from the save before a button sends the form, until it sends it. */
  #isFlushed = false;
  /** Milliseconds at which the form was last sent. */
  #sentAt = -Infinity;

  constructor(parts: EditorParts) {
    this.#parts = parts;
    const { form, bar, panes } = parts;
    this.#kept = new KeptText(form);
    this.#autosave = new Autosave(form, { kept: this.#kept, show: (state) => this.#show(state) });
    this.#preview = new PreviewPane(() =>
      form.dataset["postId"] === "" ? "" : `${form.dataset["path"]}/working-copy/preview`,
    );
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
    const { form } = this.#parts;
    this.#status?.setAttribute("role", "status");
    // The preview without a script is below the text.
    document.querySelector("details.editor-preview")?.remove();
    this.#choose("write");
    this.#count();
    this.#listen();
    void this.#offerKept();
    const presence = document.querySelector<HTMLElement>("[data-presence]");
    if (presence !== null) new Presence(form, presence).start();
    if (form.dataset["unsaved"] !== undefined) this.#autosave.beginUnsaved();
    void this.#openCode().then(() => loadPictures({ ...this.#parts, code: this.#code }));
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
    form.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "file") return;
      this.#settingsNote?.toggleAttribute("hidden", !hasChangedSettings(form));
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
      const hasSettings = !this.#autosave.isLeaving && hasChangedSettings(form);
      if (!this.#autosave.hasUnsaved && !hasSettings) return;
      // The page may be gone before the encryption at `pagehide` ends.
      this.#kept.keep();
      event.preventDefault();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.#autosave.stay();
    });
    form.addEventListener(
      "invalid",
      ({ target }) => target instanceof Element && openDetailsOf(target),
      true,
    );
    document.addEventListener("submit", (event) => this.#forgetAtSignOut(event));
    this.#discardLink?.addEventListener("click", (event) => this.#saveBeforeDiscard(event));
    listenToKeys(form, { save: saveNow });
  }

  /** Removes the kept text with the session. The script of all pages has asked before. */
  #forgetAtSignOut({ target, defaultPrevented }: SubmitEvent): void {
    if (defaultPrevented || !(target instanceof HTMLElement) || !("signOut" in target.dataset)) return;
    this.#autosave.leave();
    this.#kept.remove();
  }

  /** Ends the saving first, because the question names the version that is discarded. */
  #saveBeforeDiscard(event: MouseEvent): void {
    const link = this.#discardLink;
    if (link === null || !this.#autosave.hasUnsaved || this.#isFlushed) {
      this.#isFlushed = false;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    void this.#saveAndClick(link);
  }

  async #saveAndClick(link: HTMLElement): Promise<void> {
    await this.#autosave.save();
    this.#isFlushed = true;
    link.click();
  }

  /** Sends the form by its buttons. A running save changes the version that the form must send, so the form waits for it. */
  #submit(event: SubmitEvent): void {
    const isDoubleClick = event.timeStamp - this.#sentAt < doubleClick;
    if (isDoubleClick || this.#mustWait(event.submitter)) {
      event.preventDefault();
      if (!isDoubleClick) void this.#saveAndSubmit(event.submitter);
      return;
    }
    this.#sentAt = event.timeStamp;
    this.#isFlushed = false;
    if (this.#autosave.hasUnsaved) this.#kept.keep();
    this.#autosave.leave();
  }

  /** True during a save, and before the pages of the schedule and of the submission, which do not know the kept text. */
  #mustWait(submitter: HTMLElement | null): boolean {
    if (this.#autosave.isSaving) return true;
    const leadsOn = submitter instanceof HTMLButtonElement && /^(?:schedule|submit)$/.test(submitter.value);
    return leadsOn && this.#autosave.hasUnsaved && !this.#isFlushed;
  }

  async #saveAndSubmit(submitter: HTMLElement | null): Promise<void> {
    await this.#autosave.save();
    this.#isFlushed = true;
    this.#parts.form.requestSubmit(submitter);
  }

  #show(state: SaveState): void {
    const { form } = this.#parts;
    if (this.#status !== null) showStatus(this.#status, state);
    showProblem(this.#problem, state);
    showFieldErrors(form, state);
    if (state.kind !== "saved") return;
    // The page may show why an earlier save was refused.
    document.querySelector("main > .problem")?.remove();
    if (this.#discardLink !== null) this.#discardLink.hidden = state.savedAs !== "working-copy";
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
    const text = countText(this.#code?.text() ?? area.value, tag);
    if (this.#bar.count.textContent !== text) this.#bar.count.textContent = text;
  }

  async #offerKept(): Promise<void> {
    if (isAfterSave()) this.#kept.remove();
    const entry = await this.#kept.findEarlier();
    if (entry === undefined) return;
    const offer = restoreOffer(entry, {
      restore: () => this.#restore(entry),
      discard: () => this.#kept.removeEarlier(),
    });
    this.#parts.bar.before(offer);
  }

  /** Puts kept text into the form, with its base: if somebody has changed the text since, the save becomes a conflict. */
  #restore({ base, fields, sent }: KeptEntry): void {
    const { form, area } = this.#parts;
    if (sent !== undefined) {
      fillFields(form, [...base, ...sent]);
      this.#autosave.noteUnanswered();
    }
    fillFields(form, [...base, ...fields]);
    this.#code?.replaceText(area.value);
    this.#count();
    this.#autosave.change();
    void this.#autosave.save();
    this.#kept.removeEarlier();
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

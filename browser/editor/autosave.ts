import { type SaveAnswer, sendForm } from "./send_form.ts";
import type { KeptText } from "./kept_text.ts";
import { fieldsOf, isSameFields } from "./form_fields.ts";

/** Milliseconds between the last change and its save, and between attempts without a connection. */
const pause = 2000;
const longestPause = 30_000;

/** State of the text in the form. */
export type SaveState = { kind: "unsaved" } | { kind: "saving" } | SaveAnswer;

/** Saves the form after changes. One save runs at a time. Failed saves are repeated until they succeed. */
export class Autosave {
  readonly #form: HTMLFormElement;
  readonly #kept: KeptText;
  readonly #show: (state: SaveState) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #isSaving = false;
  #saving: Promise<void> = Promise.resolve();
  #isStopped = false;
  #pause = pause;

  constructor(form: HTMLFormElement, { kept, show }: { kept: KeptText; show: (state: SaveState) => void }) {
    this.#form = form;
    this.#kept = kept;
    this.#show = show;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** True while leaving the page would lose changes, unless this browser keeps them. */
  get hasUnsaved(): boolean {
    return this.#isDirty || this.#isSaving;
  }

  /** Notes a change, and saves it soon. */
  change(): void {
    this.#isDirty = true;
    this.#kept.keepSoon();
    if (this.#isStopped) return;
    if (!this.#isSaving) this.#show({ kind: "unsaved" });
    this.#pause = pause;
    this.#saveIn(pause);
  }

  /** Saves without delay, if there is a change. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isDirty || this.#isSaving || this.#isStopped) return;
    this.#saving = this.#sendChange();
    await this.#saving;
  }

  /** Resolves when the running save has ended. */
  async settle(): Promise<void> {
    await this.#saving;
  }

  async #sendChange(): Promise<void> {
    this.#isSaving = true;
    this.#kept.keep();
    this.#show({ kind: "saving" });
    const sent = fieldsOf(this.#form);
    const answer = await this.#send();
    this.#isSaving = false;
    if (answer.kind === "saved") this.#noteSaved(answer, sent);
    else this.#noteFailed(answer);
  }

  /** Ends the saving, since the page is left by sending the form. */
  stop(): void {
    this.#isStopped = true;
    this.#isDirty = false;
    clearTimeout(this.#timer);
  }

  /** Sends the form. If another session began after the page was opened, sends it again with the token of that session. */
  async #send(): Promise<SaveAnswer> {
    const answer = await sendForm(this.#form);
    if (answer.kind !== "other-session") return answer;
    for (const field of document.querySelectorAll<HTMLInputElement>("input[name=form-token]")) {
      field.value = answer.formToken;
    }
    return sendForm(this.#form);
  }

  #noteSaved(answer: SaveAnswer & { kind: "saved" }, sent: readonly (readonly [string, string])[]): void {
    const isNewer = !isSameFields(fieldsOf(this.#form), sent);
    const version = this.#form.elements.namedItem("version");
    if (version instanceof HTMLInputElement) version.value = answer.version;
    this.#isDirty = isNewer;
    this.#pause = pause;
    if (isNewer) this.#saveIn(pause);
    else this.#kept.remove();
    this.#show(answer);
  }

  #noteFailed(answer: SaveAnswer): void {
    this.#show(answer);
    // The next save would replace the other writer's text only after a merge. A refused text waits for its next change.
    if (answer.kind === "conflict") this.#isStopped = true;
    if (answer.kind !== "unreachable" && answer.kind !== "signed-out") return;
    this.#saveIn(this.#pause);
    this.#pause = Math.min(2 * this.#pause, longestPause);
  }

  #saveIn(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), delay);
  }
}

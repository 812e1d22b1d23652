import { fieldsOf, type FormFields, isSameFields } from "./form_fields.ts";
import type { KeptText } from "./kept_text.ts";
import { moveToPost } from "./post_place.ts";
import { bodyOf, type SaveAnswer, sendBody } from "./send_form.ts";

/** Milliseconds between the last change and its save, and between attempts without a connection. */
const pause = 2000;
const longestPause = 30_000;

/** Outcome of a save. */
type SaveResult = Exclude<SaveAnswer, { kind: "other-session" }>;

/** State of the text in the form. */
export type SaveState = { kind: "unsaved" } | { kind: "saving" } | SaveResult;

/** The body of a save, and the fields that the writer filled in. */
interface SentText {
  body: FormData;
  fields: FormFields;
}

/** Saves the form after changes. One save runs at a time. Saves without a response are repeated until they succeed. */
export class Autosave {
  readonly #form: HTMLFormElement;
  readonly #kept: KeptText;
  readonly #show: (state: SaveState) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leaveTimer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #isSaving = false;
  #saving: Promise<void> = Promise.resolve();
  /** A save without a response. The server may have it, so it is repeated as it is before newer text is sent. */
  #unanswered: SentText | undefined;
  #hasConflict = false;
  #isLeaving = false;
  #pause = pause;

  constructor(form: HTMLFormElement, { kept, show }: { kept: KeptText; show: (state: SaveState) => void }) {
    this.#form = form;
    this.#kept = kept;
    this.#show = show;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** True while the browser sends the form. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** True while leaving the page would lose changes, unless this browser keeps them. */
  get hasUnsaved(): boolean {
    return !this.#isLeaving && (this.#isDirty || this.#isSaving);
  }

  /** Notes a change, and saves it soon. */
  change(): void {
    this.#isDirty = true;
    this.#kept.keepSoon();
    if (this.#hasConflict || this.#isLeaving) return;
    if (!this.#isSaving) this.#show({ kind: "unsaved" });
    this.#pause = pause;
    this.#saveIn(pause);
  }

  /** Notes that the server does not have the text of the page, since it has refused it. It is sent after the next change, or when the writer saves. */
  beginUnsaved(): void {
    this.#isDirty = true;
    this.#kept.keep();
    this.#show({ kind: "unsaved" });
  }

  /** Notes that the form shows the text of a save without a response, of an earlier visit. It is sent again before the next change. */
  noteUnanswered(): void {
    this.#unanswered = this.#textToSend();
  }

  /** Saves without delay, if there is a change. A running save ends first. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isDirty && !this.#isSaving && !this.#hasConflict && !this.#isLeaving) {
      this.#saving = this.#sendChange();
    }
    await this.#saving;
  }

  /** Pauses while the browser sends the form. A page that is still open after a while goes on saving, because the sending has failed. */
  leave(): void {
    this.#isLeaving = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#leaveTimer);
    this.#leaveTimer = setTimeout(() => this.stay(), longestPause);
  }

  /** Goes on saving after {@link leave}. */
  stay(): void {
    if (!this.#isLeaving) return;
    clearTimeout(this.#leaveTimer);
    this.#isLeaving = false;
    if (this.#isDirty) void this.save();
  }

  async #sendChange(): Promise<void> {
    this.#isSaving = true;
    const sent = this.#unanswered ?? this.#textToSend();
    this.#kept.noteSent(sent.fields);
    this.#kept.keep();
    this.#show({ kind: "saving" });
    const result = await this.#send(sent.body);
    this.#unanswered = isRepeated(result) ? sent : undefined;
    this.#kept.noteSent(this.#unanswered?.fields);
    this.#isSaving = false;
    const isNewer = !isSameFields(fieldsOf(this.#form), sent.fields);
    if (result.kind === "saved") this.#noteSaved(result, isNewer);
    else this.#noteFailed(result, isNewer);
  }

  #textToSend(): SentText {
    return { body: bodyOf(this.#form), fields: fieldsOf(this.#form) };
  }

  /** Sends a text. If the same user has begun another session, sends it again with the token of that session. */
  async #send(body: FormData): Promise<SaveResult> {
    const answer = await sendBody(this.#form, body);
    if (answer.kind !== "other-session") return answer;
    if (answer.userId !== this.#form.dataset["user"]) return otherUser;
    for (const field of document.querySelectorAll<HTMLInputElement>("input[name=form-token]")) {
      field.value = answer.formToken;
    }
    const again = await sendBody(this.#form, body);
    return again.kind === "other-session" ? otherUser : again;
  }

  #noteSaved(result: SaveResult & { kind: "saved" }, isNewer: boolean): void {
    this.#kept.move(() => {
      moveToPost(this.#form, result);
      this.#form.dataset["postId"] = result.postId;
    });
    for (const name of ["version", "tag"] as const) {
      const field = this.#form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = result[name];
    }
    this.#isDirty = isNewer;
    this.#pause = pause;
    this.#show(result);
    if (isNewer) {
      this.#show({ kind: "unsaved" });
      this.#saveIn(pause);
    } else this.#kept.remove();
  }

  #noteFailed(result: SaveResult, isNewer: boolean): void {
    this.#show(result);
    // The next save would replace the other writer's text only after a merge. A refused text waits for its next change.
    if (result.kind === "conflict") this.#hasConflict = true;
    if (result.kind === "refused" && isNewer) this.#saveIn(pause);
    if (!isRepeated(result) && result.kind !== "signed-out") return;
    this.#saveIn(this.#pause);
    this.#pause = Math.min(2 * this.#pause, longestPause);
  }

  #saveIn(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), delay);
  }
}

/** True if a save is sent again as it is. The server may have the text already. */
function isRepeated({ kind }: SaveResult): boolean {
  return kind === "unreachable" || kind === "failed";
}

const otherUser: SaveResult = {
  kind: "signed-out",
  message:
    "Another user has signed in to this browser, so nothing was saved. Your text is still here. Sign in again in another tab, then save.",
  signInUrl: "",
};

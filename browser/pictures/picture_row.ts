import { textButton } from "../editor/text_button.ts";
import { isShown, type Picture } from "./picture.ts";
import type { PictureTarget } from "./picture_target.ts";
import type { UploadResult } from "./upload.ts";

/** Work of a row that others do. */
export interface RowActions {
  /** Uploads the file of the row. */
  upload: (options: { signal: AbortSignal; onProgress: (part: number) => void }) => Promise<UploadResult>;
  /** Stores the description of a picture, for its next use. */
  describe: (picture: Picture, alt: string) => void;
  announce: (text: string) => void;
  /** Removes the row. */
  end: () => void;
}

/** A row of the list below the text: the progress of an upload, its failure, and the question for a description. */
export class PictureRow {
  readonly element: HTMLLIElement = document.createElement("li");
  readonly #name: string;
  readonly #target: PictureTarget;
  readonly #actions: RowActions;
  readonly #label: HTMLLabelElement = document.createElement("label");
  readonly #state: HTMLDivElement = document.createElement("div");
  readonly #question: HTMLDivElement;
  readonly #input: HTMLInputElement = document.createElement("input");
  readonly #error: HTMLParagraphElement = document.createElement("p");
  /** Description that the writer has chosen. Empty for a decorative picture, undefined before the choice. */
  #alt: string | undefined;
  #picture: Picture | undefined;

  constructor(file: Pick<Picture, "name" | "type">, target: PictureTarget, actions: RowActions) {
    this.#name = file.name;
    this.#target = target;
    this.#actions = actions;
    this.#question = this.#renderQuestion();
    if (!isShown(file)) this.#alt = "";
    this.#state.className = "picture-state";
    this.element.className = "picture-row";
    this.element.append(this.#label, this.#state, this.#question);
  }

  /** Moves the focus to the question for a description. */
  focus(): void {
    if (this.#question.hidden) this.#target.focus();
    else this.#input.focus();
  }

  /** Uploads the file, and puts the picture into the post. */
  async upload(): Promise<void> {
    const cancelling = new AbortController();
    const progress = document.createElement("progress");
    progress.setAttribute("aria-label", `Upload of ${this.#name}`);
    this.#ask(true);
    this.#state.replaceChildren(
      ...(this.#alt === undefined ? [] : [nameOf(this.#name)]),
      progress,
      textButton("Cancel", () => cancelling.abort()),
    );
    const show = (part: number): void => {
      progress.value = part;
      this.#target.show(`Uploading ${this.#name}, ${Math.round(100 * part)}%`);
    };
    show(0);
    this.#actions.announce(`Uploading ${this.#name}`);
    const result = await this.#actions.upload({ signal: cancelling.signal, onProgress: show });
    if (result.kind === "added") this.add(result.picture);
    else if (result.kind === "failed") this.#showFailure(result);
    else this.#remove();
  }

  /** Puts a picture into the post, and asks for its description if it has none. */
  add(picture: Picture): void {
    this.#picture = picture;
    const { name, alt, note } = picture;
    const chosen = this.#alt ?? (alt === "" ? undefined : alt);
    this.#target.fill(picture, chosen ?? "");
    if (chosen !== undefined) return this.#finish(picture, chosen);
    this.#state.replaceChildren(...(note === "" ? [] : [hintOf(note)]));
    this.#actions.announce(`${name} is added. Describe it below the text, or choose Decorative.`);
  }

  #showFailure({ message, signInUrl, canRepeat }: UploadResult & { kind: "failed" }): void {
    this.#target.show(`${this.#name} is not uploaded`);
    const text = document.createElement("p");
    text.className = "error";
    text.setAttribute("role", "alert");
    text.textContent = message.includes(this.#name) ? message : `${this.#name} is not added. ${message}`;
    const link = document.createElement("a");
    link.className = "button";
    link.target = "_blank";
    link.textContent = "Sign in in a new tab";
    link.href = signInUrl ?? "";
    this.#ask(false);
    this.#state.replaceChildren(
      text,
      ...(signInUrl === undefined ? [] : [link]),
      ...(canRepeat ? [textButton("Try again", () => void this.upload())] : []),
      textButton("Remove", () => this.#remove()),
    );
  }

  /** Shows or hides the question for a description, unless it is answered. */
  #ask(isAsked: boolean): void {
    const isHidden = !isAsked || this.#alt !== undefined;
    this.#question.hidden = isHidden;
    this.#label.hidden = isHidden;
  }

  /** Stores the writer's choice. It reaches the text as soon as the picture is there. */
  #choose(alt: string): void {
    this.#alt = alt;
    this.#ask(false);
    this.#target.focus();
    const picture = this.#picture;
    if (picture === undefined) return this.#state.prepend(nameOf(this.#name));
    this.#target.fill(picture, alt);
    this.#finish(picture, alt);
  }

  #finish(picture: Picture, alt: string): void {
    if (alt !== "" && alt !== picture.alt) this.#actions.describe(picture, alt);
    this.#actions.announce(
      `${picture.name} is added${isShown(picture) && alt === "" ? " as decorative" : ""}.`,
    );
    this.#end();
  }

  #remove(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#end();
    if (hadFocus) this.#target.focus();
  }

  #end(): void {
    this.#target.close();
    this.#actions.end();
  }

  #renderQuestion(): HTMLDivElement {
    const input = this.#input;
    this.#label.append("Description of ", nameOf(this.#name));
    input.type = "text";
    input.maxLength = longestAlt;
    input.dir = "auto";
    input.id = `picture-${++count}`;
    this.#label.htmlFor = input.id;
    this.#error.className = "error";
    this.#error.id = `${input.id}-error`;
    const describe = (): void => {
      const alt = input.value.trim().replaceAll(/\s+/g, " ");
      if (alt !== "") return this.#choose(alt);
      this.#error.textContent = "Write a description, or choose Decorative.";
      input.setAttribute("aria-describedby", this.#error.id);
      input.focus();
    };
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      // The Enter key would send the form of the post.
      event.preventDefault();
      describe();
    });
    const question = document.createElement("div");
    question.className = "picture-question";
    const decorative = textButton("Decorative", () => this.#choose(""));
    decorative.title = "The picture adds nothing to the text. Screen readers skip it.";
    question.append(input, textButton("Describe", describe), decorative, this.#error);
    return question;
  }
}

/** Longest description, in characters. */
const longestAlt = 1000;

/** Number of rows so far. */
let count = 0;

function nameOf(name: string): HTMLElement {
  const element = document.createElement("bdi");
  element.textContent = name;
  return element;
}

function hintOf(text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = "hint";
  element.textContent = text;
  return element;
}

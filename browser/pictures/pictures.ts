import type { CodeEditor } from "../code_editor/code_editor.ts";
import { textButton } from "../editor/text_button.ts";
import type { Picture } from "./picture.ts";
import { PictureDialog } from "./picture_dialog.ts";
import { PictureRow, type RowActions } from "./picture_row.ts";
import { fieldTarget, type PictureTarget, type Point, textTarget } from "./picture_target.ts";
import { sessionHeaders, uploadFile } from "./upload.ts";

/** Parts of the editor that get pictures. */
export interface PictureEditor {
  form: HTMLFormElement;
  area: HTMLTextAreaElement;
  /** The bar above the text. */
  bar: HTMLElement;
  /** The element around the text. */
  panes: HTMLElement;
  /** Undefined if the browser cannot load it. */
  code: CodeEditor | undefined;
}

/** Types of files that are uploaded when they are pasted or dropped. The editor reads dropped texts itself. */
const uploadedTypes = /^(?:image|audio|video)\/|^application\/pdf$/;

/** Lets a writer paste, drop and choose pictures. */
export function attachPictures(editor: PictureEditor): void {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = editor.form.dataset["pictureStyle"] ?? "";
  document.head.append(style);
  new Pictures(editor).listen();
}

class Pictures {
  readonly #editor: PictureEditor;
  readonly #panel: HTMLElement = document.createElement("section");
  readonly #rows: HTMLUListElement = document.createElement("ul");
  readonly #status: HTMLParagraphElement = document.createElement("p");
  /** The last upload. The server reads one file of a writer at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;
  /** True from a refused sending of the form until its pictures are there. */
  #isWaiting = false;

  constructor(editor: PictureEditor) {
    this.#editor = editor;
    this.#panel.className = "picture-panel";
    this.#panel.setAttribute("aria-label", "Added pictures");
    this.#status.className = "hidden";
    this.#status.setAttribute("role", "status");
    this.#panel.append(this.#status, this.#rows);
    // The fields of the panel are not a part of the post.
    for (const type of ["input", "change"])
      this.#panel.addEventListener(type, (event) => event.stopPropagation());
    editor.panes.after(this.#panel);
  }

  listen(): void {
    const { form, code, bar, panes } = this.#editor;
    const open = (): void => this.#open(() => textTarget(this.#editor));
    const button = textButton("Picture", open);
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-label", "Picture");
    button.title = "Picture";
    // The bar is narrow. The link to the pictures has the icon.
    const icon = document.querySelector(".sections .icon-image");
    if (icon !== null) button.replaceChildren(icon.cloneNode(true));
    (bar.querySelector("[role=group]:last-of-type") ?? bar).append(button);
    code?.addBlockCommand({ label: "Picture", words: "image photo upload", run: open });
    panes.addEventListener("paste", (event) => this.#paste(event), true);
    for (const type of ["dragover", "drop"] as const) {
      document.addEventListener(type, (event) => this.#drop(event), true);
    }
    form.addEventListener("submit", (event) => this.#submit(event), true);
    addEventListener("beforeunload", (event) => {
      if (this.#running > 0) event.preventDefault();
    });
    form.addEventListener("click", (event) => this.#chooseForField(event));
  }

  #open(target: () => PictureTarget): void {
    const dialog = new PictureDialog(this.#editor.form.dataset["pictures"] ?? "", {
      onPicture: (picture) => this.#addExisting(picture, target()),
      onFiles: (files) => {
        const rows = files.map((file) => this.#addFile(file, target()));
        rows[0]?.focus();
      },
    });
    dialog.open();
  }

  /** A copied picture of a page has HTML beside the file. A copied text of a word processor can have a picture of itself. */
  #paste(event: ClipboardEvent): void {
    const { clipboardData } = event;
    const files = filesOf(clipboardData);
    if (files.length === 0 || clipboardData?.types.includes("text/plain") === true) return;
    event.preventDefault();
    event.stopPropagation();
    this.#addFiles(files);
  }

  /** Takes dropped files wherever they fall, because the browser would leave the page and open them. */
  #drop(event: DragEvent): void {
    const { dataTransfer, clientX: x, clientY: y } = event;
    const items = [...(dataTransfer?.items ?? [])];
    const isOver = items.some(({ kind, type }) => kind === "file" && uploadedTypes.test(type));
    if (!isOver || document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type !== "drop") return;
    const isInText = event.composedPath().includes(this.#editor.panes);
    this.#addFiles(filesOf(dataTransfer), isInText ? { x, y } : undefined);
  }

  #addFiles(files: readonly File[], point?: Point): void {
    for (const file of files) this.#addFile(file, textTarget(this.#editor, point));
  }

  #addFile(file: File, target: PictureTarget): PictureRow {
    const row = this.#addRow(file, target, (options) => this.#upload(file, options));
    void row.upload();
    return row;
  }

  #addExisting(picture: Picture, target: PictureTarget): void {
    const row = this.#addRow(picture, target, () => Promise.resolve({ kind: "added", picture }));
    target.focus();
    row.add(picture);
  }

  #addRow(
    file: Pick<Picture, "name" | "type">,
    target: PictureTarget,
    upload: RowActions["upload"],
  ): PictureRow {
    const row: PictureRow = new PictureRow(file, target, {
      upload,
      describe: (picture, alt) => this.#describe(picture, alt),
      announce: (text) => (this.#status.textContent = text),
      end: () => row.element.remove(),
    });
    this.#rows.append(row.element);
    return row;
  }

  /** Uploads a file after those before it. */
  async #upload(file: File, options: Parameters<RowActions["upload"]>[0]): ReturnType<RowActions["upload"]> {
    this.#running++;
    const uploading = this.#last.then(() => uploadFile(file, { form: this.#editor.form, ...options }));
    this.#last = uploading.catch(() => undefined);
    try {
      return await uploading;
    } finally {
      this.#running--;
    }
  }

  /** Stores a description for the next use of the picture. The text has it in any case. */
  #describe({ page }: Picture, alt: string): void {
    const headers = sessionHeaders(this.#editor.form);
    fetch(page, { method: "POST", headers, body: new URLSearchParams({ alt }) }).catch(() => undefined);
  }

  /** Waits with the sending of the form until its pictures are there. If one fails, the form is not sent. */
  #submit(event: SubmitEvent): void {
    if (this.#running === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#status.textContent = "Waiting for the pictures.";
    void this.#sendLater(event.submitter);
  }

  async #sendLater(submitter: HTMLElement | null): Promise<void> {
    await this.#last;
    // The row of the last picture shows its result first.
    await new Promise((resolve) => setTimeout(resolve));
    this.#isWaiting = false;
    const hasFailed = this.#rows.querySelector("[role=alert]") !== null;
    if (!hasFailed) this.#editor.form.requestSubmit(submitter);
  }

  /** Opens the list for a field with the address of a picture. Without a script, the link leads to the list. */
  #chooseForField(event: MouseEvent): void {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-choose-picture]") : null;
    const input = link && this.#editor.form.elements.namedItem(link.dataset["choosePicture"] ?? "");
    if (!(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    this.#open(() => fieldTarget(input));
  }
}

function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => uploadedTypes.test(type));
}

import { textButton } from "../editor/text_button.ts";
import type { Picture } from "./picture.ts";

/** Media types that the file dialog offers. The server decides by the bytes of the file. */
const accepted = "image/*";

/** Milliseconds from the last key to the search. */
const searchDelay = 250;

/** Receivers of the choice. */
export interface PictureChoice {
  onPicture: (picture: Picture) => void;
  onFiles: (files: readonly File[]) => void;
}

/** A part of the list of pictures. */
interface LoadedPart {
  items: HTMLLIElement[];
  next: string | undefined;
}

/** Shows the pictures of the organization as a dialog, with a search. New files can be chosen there, too. */
export class PictureDialog {
  readonly #source: string;
  readonly #choice: PictureChoice;
  readonly #dialog: HTMLDialogElement = document.createElement("dialog");
  readonly #list: HTMLUListElement = document.createElement("ul");
  readonly #status: HTMLParagraphElement = document.createElement("p");
  readonly #more: HTMLButtonElement;
  /** Address of the next part. */
  #next: string | undefined;
  #loading = new AbortController();

  /** @param source path of the page that lists the pictures */
  constructor(source: string, choice: PictureChoice) {
    this.#source = source;
    this.#choice = choice;
    this.#more = textButton("Load more", () => void this.#load(this.#next ?? "", true));
  }

  open(): void {
    const dialog = this.#dialog;
    const title = document.createElement("h2");
    title.id = "picture-dialog-title";
    title.textContent = "Add a picture";
    dialog.className = "picture-dialog";
    dialog.setAttribute("aria-labelledby", title.id);
    this.#list.className = "picture-grid";
    this.#status.setAttribute("role", "status");
    this.#status.className = "hint";
    const actions = document.createElement("div");
    actions.className = "actions";
    actions.append(
      this.#more,
      textButton("Close", () => dialog.close()),
    );
    dialog.append(title, this.#tools(), this.#status, this.#list, actions);
    dialog.addEventListener("close", () => {
      this.#loading.abort();
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    void this.#load(this.#addressOf(""), false);
  }

  #tools(): HTMLElement {
    const tools = document.createElement("div");
    tools.className = "actions";
    tools.setAttribute("role", "search");
    const files = document.createElement("input");
    files.type = "file";
    files.accept = accepted;
    files.multiple = true;
    files.hidden = true;
    files.addEventListener("change", () => {
      this.#dialog.close();
      this.#choice.onFiles([...(files.files ?? [])]);
    });
    const upload = textButton("Upload from this device", () => files.click());
    upload.className = "main-action";
    const search = document.createElement("input");
    search.type = "search";
    search.placeholder = "Name or description";
    search.setAttribute("aria-label", "Search the pictures by name or description");
    let timer: ReturnType<typeof setTimeout> | undefined;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.#load(this.#addressOf(search.value.trim()), false), searchDelay);
    });
    tools.append(upload, files, search);
    return tools;
  }

  #addressOf(search: string): string {
    const parameters = new URLSearchParams({ type: "image", ...(search !== "" && { search }) });
    return `${this.#source}?${parameters.toString()}`;
  }

  async #load(address: string, isMore: boolean): Promise<void> {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    this.#list.setAttribute("aria-busy", "true");
    try {
      const { items, next } = await loadPart(address, signal, (picture) => this.#choose(picture));
      if (!isMore) this.#list.replaceChildren();
      this.#list.append(...items);
      this.#next = next;
      this.#status.textContent = countWords(this.#list.children.length);
      if (isMore) items[0]?.querySelector("button")?.focus();
    } catch {
      if (signal.aborted) return;
      this.#status.textContent =
        "The list cannot be loaded: there is no connection, or your session has ended.";
    }
    this.#list.removeAttribute("aria-busy");
    this.#more.hidden = this.#next === undefined;
  }

  #choose(picture: Picture): void {
    this.#dialog.close();
    this.#choice.onPicture(picture);
  }
}

function countWords(count: number): string {
  if (count === 0) return "There is no such picture yet.";
  return count === 1 ? "1 picture is shown." : `${count} pictures are shown.`;
}

/** Reads a page of the list, and makes a button of each picture. */
async function loadPart(
  address: string,
  signal: AbortSignal,
  choose: (picture: Picture) => void,
): Promise<LoadedPart> {
  const response = await fetch(address, { signal, redirect: "error" });
  if (!response.ok) throw new Error(`The list has the status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const items = [...page.querySelectorAll<HTMLElement>("[data-picture]")].map((shown) => {
    const picture = JSON.parse(shown.dataset["picture"] ?? "") as Picture;
    const button = textButton("", () => choose(picture));
    button.append(...[...shown.querySelectorAll("img")].map((image) => document.importNode(image)));
    const name = document.createElement("span");
    name.dir = "auto";
    name.textContent = picture.alt === "" ? picture.name : picture.alt;
    button.append(name);
    const item = document.createElement("li");
    item.append(button);
    return item;
  });
  const next = page.querySelector("a[rel=next]")?.getAttribute("href") ?? undefined;
  return { items, next };
}

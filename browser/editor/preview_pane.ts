/** The preview beside the text. A new version loads behind the shown one and replaces it when it is ready, so nothing flickers or moves. */
export class PreviewPane {
  readonly element: HTMLElement;
  readonly #source: () => string;
  #shown: HTMLIFrameElement | undefined;
  #coming: HTMLIFrameElement | undefined;

  /** @param source returns the address of the preview, or an empty text if the post does not exist yet */
  constructor(source: () => string) {
    this.#source = source;
    this.element = document.createElement("div");
    this.element.className = "preview-pane";
    this.element.hidden = true;
  }

  /** Loads the saved text, and scrolls to a section. Does nothing while the pane is hidden. */
  refresh(section: number): void {
    const source = this.#source();
    if (this.element.hidden || source === "") return;
    this.#coming?.remove();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "");
    frame.title = "Preview of the saved text";
    frame.className = "is-loading";
    frame.addEventListener("load", () => this.#swap(frame), { once: true });
    frame.src = `${source}#section-${section}`;
    this.#coming = frame;
    this.element.append(frame);
  }

  #swap(frame: HTMLIFrameElement): void {
    if (frame !== this.#coming) return;
    frame.classList.remove("is-loading");
    this.#shown?.remove();
    this.#shown = frame;
    this.#coming = undefined;
  }
}

/** The preview beside the text. A new version loads behind the shown one and replaces it when it is ready, so nothing flickers or moves. */
export class PreviewPane {
  readonly element: HTMLElement;
  readonly #source: string;
  #shown: HTMLIFrameElement | undefined;
  #coming: HTMLIFrameElement | undefined;

  constructor(source: string) {
    this.#source = source;
    this.element = document.createElement("div");
    this.element.className = "preview-pane";
    this.element.hidden = true;
  }

  /** Loads the saved text, and scrolls to a section. Does nothing while the pane is hidden. */
  refresh(section: number): void {
    if (this.element.hidden) return;
    this.#coming?.remove();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "");
    frame.title = "Preview of the saved text";
    frame.className = "is-loading";
    frame.addEventListener("load", () => this.#swap(frame), { once: true });
    frame.src = `${this.#source}#section-${section}`;
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

import { valueOf } from "./form_fields.ts";

/** Tells the server that this page has the post open, and shows the other writers. */
export class Presence {
  readonly #form: HTMLFormElement;
  /** The place of the names. Its mark has the seconds between two heartbeats of a visible page. */
  readonly #place: HTMLElement;
  readonly #page = crypto.randomUUID();

  constructor(form: HTMLFormElement, place: HTMLElement) {
    this.#form = form;
    this.#place = place;
  }

  start(): void {
    this.#place.setAttribute("role", "status");
    const beat = (): void => void this.#beat();
    setInterval(beat, Number(this.#place.dataset["presence"]) * 1000);
    document.addEventListener("visibilitychange", beat);
    addEventListener("pageshow", beat);
    addEventListener("pagehide", () => void this.#send({ leaving: "1" }));
    beat();
  }

  async #beat(): Promise<void> {
    if (document.hidden) return;
    const response = await this.#send({});
    if (response?.ok !== true || response.redirected) return;
    const { others } = (await response.json()) as { others: string[] };
    const names = new Intl.ListFormat("en").format(others);
    const text = others.length === 0 ? "" : `${names} ${others.length === 1 ? "is" : "are"} editing too`;
    if (this.#place.textContent !== text) this.#place.textContent = text;
  }

  /** Sends a heartbeat. Undefined without a post, or without a connection: the next heartbeat tries again. */
  async #send(fields: Record<string, string>): Promise<Response | undefined> {
    const { path, postId } = this.#form.dataset;
    if (postId === "") return undefined;
    try {
      return await fetch(`${path}/presence`, {
        method: "POST",
        headers: { accept: "application/json", "x-form-token": valueOf(this.#form, "form-token") },
        body: new URLSearchParams({ page: this.#page, version: valueOf(this.#form, "version"), ...fields }),
        keepalive: true,
      });
    } catch {
      return undefined;
    }
  }
}

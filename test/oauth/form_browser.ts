/** The browser of a member of "acme", without scripts, over HTTP. */
export class FormBrowser {
  readonly #urlOf: () => string;
  #cookie = "";
  #origin = "";

  /** @param urlOf returns the URL of the server, which may know itself by another origin */
  constructor(urlOf: () => string) {
    this.#urlOf = urlOf;
  }

  /** Signs in by a link that works once. */
  async signIn(address: string): Promise<void> {
    const link = new URL(address);
    this.#origin = link.origin;
    const token = link.searchParams.get("token") ?? "";
    const page = await fetch(this.#urlOf() + link.pathname + link.search);
    this.#cookie = cookieOf(page);
    this.#cookie = cookieOf(await this.#post(link.pathname, { token }));
  }

  /** Connects an assistant to a new key. Returns the parameters that it receives. */
  async approve(path: string): Promise<URLSearchParams> {
    const [page, shown] = await this.#open(path);
    const answer = await this.#post(shown, {
      ...hiddenOf(page),
      act: "allow",
      key: "new",
      name: "Assistant",
      expiresIn: "7d",
      scope: "all",
    });
    await requireStatus(answer, 303);
    return new URL(answer.headers.get("location") ?? "").searchParams;
  }

  async disconnect(): Promise<void> {
    const [page] = await this.#open("/dashboard/o/acme/assistants");
    const path = /action="([^"]+\/connections\/[^"]+)"/.exec(page)?.[1] ?? "";
    await requireStatus(await this.#post(path, hiddenOf(page)), 303);
  }

  async #open(path: string): Promise<[page: string, path: string]> {
    const response = await fetch(this.#urlOf() + path, {
      headers: { cookie: this.#cookie },
      redirect: "manual",
    });
    const location = response.headers.get("location");
    if (location !== null) return this.#open(location);
    await requireStatus(response, 200);
    return [await response.text(), path];
  }

  async #post(path: string, fields: Record<string, string>): Promise<Response> {
    const headers = { cookie: this.#cookie, origin: this.#origin };
    const body = new URLSearchParams(fields);
    return fetch(this.#urlOf() + path, { method: "POST", body, headers, redirect: "manual" });
  }
}

async function requireStatus(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`);
}

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function hiddenOf(page: string): Record<string, string> {
  const found = page.matchAll(/name="(form-token|form-id)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
}

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { postern, startNode, type StartedProcess } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { minuteAgo } from "../minute_ago.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** A line of the JSON log, as far as the tests look. */
export interface LogLine {
  level: number;
  time: number;
  pid: number;
  hostname: string;
  msg: string;
  req?: { id: string; method: string; url: string; headers: Record<string, string> };
  res?: { statusCode: number; bytes?: number };
  responseTime?: number;
  route?: string;
  keyId?: string;
  organizationSlug?: string;
  code?: string;
  err?: { type: string; message: string; stack: string };
}

/** An answer, with the bytes as they came over the wire. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A store with an organization, a long post, a short one and a key; and `postern serve` on it. */
export class StandaloneWorld {
  readonly #directory: { path: string; remove: () => void } = temporaryDirectory();
  #process: StartedProcess | undefined;
  key = "";
  keyId = "";
  url = "";

  readonly storage: string;

  get directory(): string {
    return this.#directory.path;
  }

  private constructor(kind: "fs" | "lmdb") {
    this.storage = `${kind}:${join(this.#directory.path, "store")}`;
  }

  static async open(...flags: string[]): Promise<StandaloneWorld> {
    return StandaloneWorld.#open("fs", flags);
  }

  /** On a store that several processes can have. */
  static async openShared(...flags: string[]): Promise<StandaloneWorld> {
    return StandaloneWorld.#open("lmdb", flags);
  }

  static async #open(kind: "fs" | "lmdb", flags: string[]): Promise<StandaloneWorld> {
    const world = new StandaloneWorld(kind);
    await world.#seed();
    await world.#start(...flags);
    return world;
  }

  get process(): StartedProcess {
    if (this.#process === undefined) throw new Error("The server was not started");
    return this.#process;
  }

  get base(): string {
    return `${this.url}/api/public/v1`;
  }

  /** The address of the admin listener, as the start messages have it. */
  async adminUrl(): Promise<string> {
    const [, url = ""] = await this.process.waitFor(/Administration is at (http:\/\/[\w.]+:\d+)/);
    return url;
  }

  /** Starts the server again at the same address. It is up when it answers, whatever it says. */
  async restart(...flags: string[]): Promise<void> {
    await this.process.stop();
    this.#spawn("--port", new URL(this.url).port, ...flags);
    await until(async () => (await this.send("/healthz")).status === 200);
  }

  #spawn(...flags: string[]): StartedProcess {
    const args = [postern, "serve", "--storage", this.storage, ...flags];
    return (this.#process = startNode(args, { cwd: this.#directory.path }));
  }

  async #start(...flags: string[]): Promise<void> {
    this.#spawn("--port", String(await freePort()), ...flags);
    const [, url = ""] = await this.process.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    this.url = url;
  }

  /** Sends a request as it is: `fetch` would decompress, and add headers. */
  async send(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> {
    const request = httpRequest(`${this.url}${path}`, { method, headers, agent: false }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  }

  /** Ends the server, and answers the lines of its log. */
  async stop(): Promise<LogLine[]> {
    await this.process.stop();
    return this.lines();
  }

  lines(): LogLine[] {
    const lines = this.process.output().split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LogLine);
  }

  async close(): Promise<void> {
    await this.process.stop();
    this.#directory.remove();
  }

  async #seed(): Promise<void> {
    const storage = await openStorageDriver(this.storage);
    const api = createPublicApi({ storage, clock: minuteAgo });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Long", html: `<p>${"A sentence. ".repeat(500)}</p>` });
    await api.posts.create("acme", { name: "Short", html: "<p>x</p>" });
    const { id: userId } = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const key = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" });
    this.key = key.key;
    this.keyId = key.id;
    await storage.dispose?.();
  }
}

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createPublicApi } from "../../lib/mod.ts";
import { upgradeStore } from "../../lib/moving/entry.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { minuteAgo } from "../minute_ago.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";

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

export const longPost = "/api/public/v1/post/acme/long";

/** A store with an organization, a long post, a short one and a key; and `postern serve` on it until the test or file ends. */
export class StandaloneWorld {
  readonly directory: string = scratchDirectory();
  #process: StartedProcess | undefined;
  key = "";
  keyId = "";
  userId = "";
  url = "";

  readonly storage: string;

  private constructor(kind: "fs" | "lmdb") {
    this.storage = `${kind}:${join(this.directory, "store")}`;
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
    releaseAfterUse(async () => world.#process?.stop());
    await world.#seed();
    await world.#start(...flags);
    return world;
  }

  get process(): StartedProcess {
    if (this.#process === undefined) throw new Error("The server was not started");
    return this.#process;
  }

  /** The address of the metrics, as the start messages have it. */
  async metricsUrl(): Promise<string> {
    const [, url = ""] = await this.process.waitFor(/Metrics are at ([^\s"]+)/);
    return url;
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
    const line = ["serve --storage", this.storage, ...flags].join(" ");
    return (this.#process = startPostern(line, { cwd: this.directory }));
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

  /** Sends a request target and headers as they are, bytes of Latin-1. */
  async sendRaw(target: string, ...headers: string[]): Promise<void> {
    const socket = connect(Number(new URL(this.url).port), "127.0.0.1");
    const lines = [`GET ${target} HTTP/1.1`, "host: localhost", "connection: close", ...headers];
    socket.end(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
    await socket.toArray();
  }

  /** Creates a sign-in link of the store's user beside the server, and returns its token. */
  async createLink(): Promise<string> {
    const driver = await openStorageDriver(this.storage);
    const { token } = await createPublicApi({ storage: driver }).sessions.createLink(this.userId);
    await driver.dispose?.();
    return token;
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

  async #seed(): Promise<void> {
    const storage = await openStorageDriver(this.storage);
    await upgradeStore(storage);
    const api = createPublicApi({ storage, clock: minuteAgo });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Long", html: `<p>${"A sentence. ".repeat(500)}</p>` });
    await api.posts.create("acme", { name: "Short", html: "<p>x</p>" });
    const { id: userId } = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const key = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" });
    this.key = key.key;
    this.keyId = key.id;
    this.userId = userId;
    await storage.dispose?.();
  }
}

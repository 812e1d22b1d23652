import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { pathToFileURL } from "node:url";
import { until } from "../storage-drivers/_redis_server.ts";
import { type EnteredFunction, enteredFunctions, type ScriptCoverage } from "./entered_functions.ts";

const requestsBefore = 500;
const tracedRequests = 10;

export interface KeyedPost {
  url: string;
  key: string;
  /** Returns the body of the next PUT. Default: the request is a GET. */
  toBody?: () => string;
}

/** A server in a process of its own, in which the calls of each function are counted. */
export class TracedServer {
  readonly #child: ChildProcess;
  /** One connection, so that no request opens another. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #output = "";

  /** @param command the script that Node runs, and its arguments; a script's path begins at the project's folder */
  constructor(...command: string[]) {
    const tracer = pathToFileURL("test/trace/tracer.mjs").href;
    this.#child = spawn(process.execPath, ["--import", tracer, ...command], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => (this.#output += chunk));
    }
  }

  /** The groups of the first match in what the server prints. */
  async waitFor(pattern: RegExp): Promise<string[]> {
    await until(async () => pattern.test(this.#output) || this.#child.exitCode !== null);
    const match = pattern.exec(this.#output);
    if (match === null) throw new Error(`Cannot trace: the server ended:\n${this.#output}`);
    return match.slice(1);
  }

  /**
   * The functions that a warm request for a post enters. Of several requests it is the one with the fewest, since timers, which have
   * nothing to do with a request, can fall into it.
   */
  async trace(post: KeyedPost): Promise<EnteredFunction[]> {
    for (let sent = 0; sent < requestsBefore; sent++) await this.#read(post);
    let fewest: EnteredFunction[] | undefined;
    await this.#takeCoverage();
    for (let sent = 0; sent < tracedRequests; sent++) {
      await this.#read(post);
      const entered = enteredFunctions(await this.#takeCoverage());
      if (fewest === undefined || entered.length < fewest.length) fewest = entered;
    }
    return fewest ?? [];
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exited;
  }

  async #read({ url, key, toBody }: KeyedPost): Promise<void> {
    const headers = { "x-api-key": key, "accept-encoding": "gzip", "content-type": "application/json" };
    const method = toBody === undefined ? "GET" : "PUT";
    const status = await new Promise((resolve, reject) => {
      request(url, { agent: this.#agent, headers, method }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      })
        .on("error", reject)
        .end(toBody?.());
    });
    if (status !== 200) throw new Error(`Cannot trace: ${url} has status ${String(status)}, not 200`);
  }

  async #takeCoverage(): Promise<ScriptCoverage[]> {
    const received = once(this.#child, "message");
    this.#child.send("take");
    const [coverage] = (await received) as [ScriptCoverage[]];
    return coverage;
  }
}

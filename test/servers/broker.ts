import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type BrowserServer, chromium } from "playwright-core";
import {
  type Directory,
  type PgBouncer,
  type PostgresServer,
  postgresTemplate,
  startPgBouncer,
  startPostgres,
} from "../storage-drivers/_postgres_server.ts";
import { type BrokerNeed, brokerVariable } from "./ask_broker.ts";
import { chromiumOptions } from "./chromium_options.ts";

/** Starts each server that tests share when the first test asks for it. All stop after the last test. */
class Broker {
  #build: Promise<void> | undefined;
  #chromium: Promise<BrowserServer> | undefined;
  #pgBouncer: Promise<PgBouncer> | undefined;
  #postgres: Promise<PostgresServer> | undefined;
  #template: Promise<Directory> | undefined;

  readonly #answers: Record<BrokerNeed, () => Promise<object>> = {
    build: async () => {
      await (this.#build ??= buildIfStale());
      return {};
    },
    chromium: async () => {
      this.#chromium ??= chromium.launchServer({ ...chromiumOptions, host: "127.0.0.1" });
      return { endpoint: (await this.#chromium).wsEndpoint() };
    },
    pgbouncer: async () => {
      this.#pgBouncer ??= this.#openPostgres().then(async (server) =>
        startPgBouncer(server, "max_client_conn = 5000", "default_pool_size = 3"),
      );
      return { port: (await this.#pgBouncer).port };
    },
    postgres: async () => ({ port: (await this.#openPostgres()).port }),
    "postgres-template": async () => {
      this.#template ??= Promise.resolve().then(postgresTemplate);
      return { path: (await this.#template).path };
    },
  };

  async answer(path: string): Promise<object> {
    const name = path.slice(1);
    if (!Object.hasOwn(this.#answers, name)) throw new Error(`No server has the name ${name}`);
    return this.#answers[name as BrokerNeed]();
  }

  async stop(): Promise<void> {
    await (await this.#chromium)?.close();
    await (await this.#pgBouncer)?.stop();
    await (await this.#postgres)?.stop();
    (await this.#template)?.remove();
  }

  async #openPostgres(): Promise<PostgresServer> {
    return (this.#postgres ??= startPostgres("max_connections=400"));
  }
}

/** Folders and files of which `npm run build` makes `dist/` and `bundle/`. */
const sources = ["adapters", "lib", "packaging", "storage-drivers", "package.json", "tsconfig.build.json"];
/** The build writes it last. */
const built = "bundle/types";

/** Builds `dist/` and `bundle/` if a source is newer. */
async function buildIfStale(): Promise<void> {
  if (existsSync(built) && Math.max(...sources.flatMap(timesOf)) < statSync(built).mtimeMs) return;
  const [code] = await once(spawn("npm", ["run", "--silent", "build"], { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error("Cannot build: see the messages of npm run build");
}

function timesOf(path: string): number[] {
  const isFolder = statSync(path).isDirectory();
  const files = isFolder ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  return [path, ...files.map((file) => join(path, file))].map((file) => statSync(file).mtimeMs);
}

/** Runs once for each project of vitest. All projects share the first broker. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env[brokerVariable] !== undefined) return async () => undefined;
  const broker = new Broker();
  const server: Server = createServer((request, response) => {
    broker.answer(request.url ?? "").then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env[brokerVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    delete process.env[brokerVariable];
    server.close();
    await broker.stop();
  };
}

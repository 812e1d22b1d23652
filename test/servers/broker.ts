import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { BrowserServer } from "playwright-core";
import { chromium } from "playwright-core";
import { chromiumPath } from "./chromium_path.ts";
import { brokerVariable } from "./ask_broker.ts";
import {
  type PgBouncer,
  type PostgresServer,
  postgresTemplate,
  startPgBouncer,
  startPostgres,
} from "../storage-drivers/_postgres_server.ts";
import { type RedisServer, startRedis } from "../storage-drivers/_redis_server.ts";

/** Starts each server that tests share when the first test asks for it. All stop after the last test. */
class Broker {
  #postgres: Promise<PostgresServer> | undefined;
  #pgBouncer: Promise<PgBouncer> | undefined;
  #redis: Promise<RedisServer> | undefined;
  #chromium: Promise<BrowserServer> | undefined;
  #template: Promise<{ path: string; remove: () => void }> | undefined;

  async answer(path: string): Promise<unknown> {
    switch (path) {
      case "/postgres-template":
        return { path: (await this.#givenTemplate()).path };
      case "/postgres": {
        const { port, directory } = await this.#givenPostgres();
        return { port, directory };
      }
      case "/pgbouncer": {
        this.#pgBouncer ??= this.#givenPostgres().then(async (server) =>
          startPgBouncer(server, "max_client_conn = 5000", "default_pool_size = 3"),
        );
        return { port: (await this.#pgBouncer).port };
      }
      case "/redis": {
        this.#redis ??= startRedis("--databases", "1024");
        return { port: (await this.#redis).port };
      }
      case "/chromium": {
        this.#chromium ??= chromium.launchServer({
          executablePath: chromiumPath,
          args: ["--no-sandbox"],
          host: "127.0.0.1",
        });
        return { endpoint: (await this.#chromium).wsEndpoint() };
      }
      default:
        throw new Error(`No server has the name ${path}`);
    }
  }

  async stop(): Promise<void> {
    await (await this.#chromium)?.close();
    await (await this.#pgBouncer)?.stop();
    await (await this.#postgres)?.stop();
    await (await this.#redis)?.stop();
    (await this.#template)?.remove();
  }

  async #givenTemplate(): Promise<{ path: string; remove: () => void }> {
    return (this.#template ??= Promise.resolve().then(postgresTemplate));
  }

  async #givenPostgres(): Promise<PostgresServer> {
    return (this.#postgres ??= startPostgres("max_connections=400"));
  }
}

export default async function setup(): Promise<() => Promise<void>> {
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

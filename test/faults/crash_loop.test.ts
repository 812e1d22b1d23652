import { existsSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { postern, type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { listen } from "../servers/listen.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { ifSqlite } from "../sqlite_is_missing.ts";

const secret = "a random text of at least 32 characters";
/** Milliseconds that each process lives at most. It is shorter than the lease of its predecessor. */
const life = 3000;

/** A receiver that does not respond to its first requests. */
async function startReceiver(): Promise<{ url: string; next: () => Promise<ServerResponse> }> {
  const waiting: ((response: ServerResponse) => void)[] = [];
  const arrived: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const first = waiting.shift();
    if (first === undefined) arrived.push(response);
    else first(response);
  });
  const url = `${await listen(server)}/hook`;
  const next = async (): Promise<ServerResponse> =>
    arrived.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return { url, next };
}

describe.each(["lmdb", "fs", ...ifSqlite("sqlite")])(
  "a process on %s that is killed again and again",
  (kind) => {
    it("delivers, although it never lives as long as a lease", { timeout: 60_000 }, async () => {
      if (!existsSync(postern)) throw new Error("There is no bundle: run `npm run build` before this test");
      const setting = `${kind}:${scratchDirectory()}/store`;
      const receiver = await startReceiver();
      const storage = await openStorageDriver(setting);
      const webhooks = { allowHttp: true, allowPrivateNetworks: true };
      const api = createPublicApi({ storage, secret, webhooks });
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      await api.webhooks.create("acme", { url: receiver.url });
      await api.posts.create("acme", { name: "Hello", html: "<p>Hi</p>" });
      await api.events.settle();
      await storage.dispose?.();
      const flags = "--port 0 --dashboard off --webhooks-allow-http on --webhooks-allow-private-networks on";
      const start = (): StartedProcess =>
        startPostern(`serve --storage ${setting} ${flags}`, { env: { POSTERN_SECRET: secret } });
      for (let kill = 0; kill < 3; kill++) {
        const process = start();
        await process.waitFor(/http:\/\/[\w.:[\]-]+:\d+/);
        const timer = setTimeout(() => process.child.kill("SIGKILL"), life);
        const outcome = await Promise.race([receiver.next(), process.exit.then(() => "killed")]);
        clearTimeout(timer);
        process.child.kill("SIGKILL");
        await process.exit;
        expect(outcome).not.toBe("killed");
      }
      const last = start();
      releaseAfterUse(() => last.stop());
      (await receiver.next()).writeHead(204).end();
    });
  },
);

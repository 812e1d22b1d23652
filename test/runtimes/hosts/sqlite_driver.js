// Calls the SQLite driver for the contract suite, on every runtime with node:http. The argument is the library that the driver must choose.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteDriver } from "postern/storage-drivers/sqlite";
import { driverCalls } from "./driver_calls.js";

/** Opens two drivers of one file that take turns. */
async function openDriver(clock) {
  const directory = mkdtempSync(join(tmpdir(), "postern-"));
  const path = join(directory, "data.db");
  const drivers = [sqliteDriver({ path, clock }), sqliteDriver({ path, clock })];
  let turn = 0;
  const inTurn =
    (method) =>
    (...args) =>
      drivers[turn++ % 2].atomic[method](...args);
  const dispose = async () => {
    for (const driver of drivers) await driver.dispose();
    rmSync(directory, { recursive: true });
  };
  return {
    atomic: { getMany: inTurn("getMany"), list: inTurn("list"), commit: inTurn("commit") },
    dispose,
  };
}

const [expected] = process.argv.slice(2);
await (await openDriver({ now: () => Date.now() })).dispose();
const { name } = globalThis[Symbol.for("postern.sqlite.library")];
if (name !== expected) throw new Error(`the library is ${name}`);

const call = driverCalls(openDriver);

async function respond(request, response) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const answer = await call(new Request("http://localhost/", { method: "POST", body }));
  response.writeHead(answer.status).end(await answer.text());
}

const server = createServer((request, response) => void respond(request, response));
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
process.on("SIGTERM", () => process.exit(0));

// Writes to the store of a setting, a number of steps or until it is killed, and prints a line for each acknowledged write. A write of several steps also has a line at its beginning.
import { writeSync } from "node:fs";
import { createPublicApi } from "../../dist/lib/mod.js";
import { fsDriver } from "../../dist/storage-drivers/fs.js";
import { lmdbDriver } from "../../dist/storage-drivers/lmdb.js";
import { sqliteDriver } from "../../dist/storage-drivers/sqlite.js";
import { openStorageDriver } from "../../dist/storage-drivers/open_storage_driver.js";

const [setting, round, steps = "Infinity", durability] = process.argv.slice(2);
const drivers = { fs: fsDriver, lmdb: lmdbDriver, sqlite: sqliteDriver };
const [scheme, path] = setting.split(":");
const storage =
  durability === undefined ? await openStorageDriver(setting) : drivers[scheme]({ path, durability });
const api = createPublicApi({ storage, rateLimit: { perDay: 1_000_000_000 } });
const organizationSlug = "acme";

const acknowledge = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

async function setUp() {
  await api.organizations.put({ slug: organizationSlug, name: "Acme", siteUrl: "https://acme.example" });
  const { id } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(id, { organizationSlug, role: "owner" });
  return id;
}

async function addKnowledge(key, text) {
  const response = await api.fetch(
    new Request("http://localhost/api/public/v1/knowledge-base", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": text },
      body: JSON.stringify({ text }),
    }),
  );
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()).id;
}

async function write(userId, worker) {
  for (let step = 0; step < Number(steps); step++) {
    const name = `${round}-${worker}-${step}`;
    const html = `<p>${name}</p>`.repeat(50);
    await api.posts.create(organizationSlug, { name, html });
    acknowledge({ kind: "post", slug: name, name, length: html.length });
    const { key, id } = await api.apiKeys.generate({ organizationSlug, userId, name });
    acknowledge({ kind: "key", key });
    acknowledge({ kind: "knowledge", id: await addKnowledge(key, name), text: name, key });
    const { token } = await api.sessions.startFor(userId);
    acknowledge({ kind: "session", token });
    if (step % 3 === 0) {
      await api.posts.update({ organizationSlug, slug: name }, { slug: `${name}-moved` });
      acknowledge({ kind: "post", slug: `${name}-moved`, name, length: html.length, movedFrom: name });
    }
    if (step % 3 === 1) {
      await api.apiKeys.revoke({ organizationSlug, keyId: id });
      acknowledge({ kind: "revoked", key });
    }
    if (step % 3 === 2) {
      acknowledge({ kind: "ending", token });
      await api.sessions.end(token);
      acknowledge({ kind: "ended", token });
      acknowledge({ kind: "deleting", slug: name });
      await api.posts.delete({ organizationSlug, slug: name });
      acknowledge({ kind: "deleted", slug: name });
    }
  }
}

const userId = await setUp();
await Promise.all(["a", "b", "c", "d"].map((worker) => write(userId, worker)));

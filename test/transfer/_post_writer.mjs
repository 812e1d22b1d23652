// Creates numbered posts in an LMDB store, one after the other, and counts requests of a key, until it is stopped.
import { createPublicApi } from "../../dist/lib/mod.js";
import { lmdbDriver } from "../../dist/storage-drivers/lmdb.js";

const [path, writer, key] = process.argv.slice(2);
const storage = lmdbDriver({ path });
const api = createPublicApi({ storage });
const stopping = new AbortController();
process.on("message", () => stopping.abort());

for (let number = 1; !stopping.signal.aborted; number++) {
  const html = `<h2>Which one?</h2><p>${`Number ${number}. `.repeat(1 + (number % 700))}</p>`;
  const { slug } = await api.posts.create("acme", { name: `Writer ${writer} ${number}`, html });
  if (number % 3 === 0)
    await api.posts.update({ organizationSlug: "acme", slug }, { description: `Changed ${number}` });
  const request = new Request("http://localhost/api/public/v1/post/acme", { headers: { "x-api-key": key } });
  await api.fetch(request);
  process.send?.(number);
}
await storage.dispose();
process.disconnect?.();

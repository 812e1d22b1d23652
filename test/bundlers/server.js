// A host's program. It opens each store, serves a post from it, and prints the status of the response, or the error.
import { createPublicApi } from "postern";
import { serve, sharpResizer } from "postern/node";
import { openStorageDriver } from "postern/storage-drivers";
import { lmdbDriver } from "postern/storage-drivers/lmdb";
import { memoryDriver } from "postern/storage-drivers/memory";
import { postgresDriver } from "postern/storage-drivers/postgres";
import { redisDriver } from "postern/storage-drivers/redis";

const refused = { postgres: "postgres://127.0.0.1:1/a", redis: "redis://127.0.0.1:1" };

const stores = {
  memory: () => memoryDriver(),
  "memory:": () => openStorageDriver("memory:"),
  lmdb: () => lmdbDriver({ path: "data" }),
  "lmdb:": () => openStorageDriver("lmdb:more_data"),
  postgres: () => postgresDriver({ url: refused.postgres }),
  "postgres:": () => openStorageDriver(refused.postgres),
  redis: () => redisDriver({ url: refused.redis }),
  "redis:": () => openStorageDriver(refused.redis),
};

async function serveFrom(open) {
  const api = createPublicApi({ storage: await open() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Hello", html: "<p>Hello</p>" });
  const server = await serve(api, { port: 0 });
  const response = await fetch(new URL("/api/public/v1/post/acme/hello", server.url));
  await server.close();
  return response.status;
}

async function main() {
  const results = { sharp: sharpResizer() !== undefined };
  for (const [name, open] of Object.entries(stores)) {
    results[name] = await serveFrom(open).catch((error) => error.reason ?? error.name);
  }
  console.log(JSON.stringify(results));
  process.exit();
}

void main();

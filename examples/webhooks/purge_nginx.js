// Removes changed posts from nginx's cache. It runs on the machine of nginx, as a user that may delete the files of the cache:
//
//   POSTERN_WEBHOOK_SECRET=whsec_… CACHE_FOLDER=/var/cache/nginx/postern PORT=4000 node purge_nginx.js
import { open, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { verifyWebhook, WebhookVerificationError } from "postern/webhooks";

const { POSTERN_WEBHOOK_SECRET: secret = "", CACHE_FOLDER: folder = "", PORT: port = "4000" } = process.env;
const root = "/api/public/v1";
/** The line with the key is in the beginning of a cached response. */
const headBytes = 2048;

export const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
server.listen(Number(port), "127.0.0.1");

/**
 * @param {import("node:http").IncomingMessage} incoming
 * @param {import("node:http").ServerResponse} outgoing
 */
async function respond(incoming, outgoing) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const request = {
    headers: new Headers(incoming.headers),
    text: async () => Buffer.concat(chunks).toString(),
  };
  try {
    const removed = await purge(await verifyWebhook(request, secret));
    outgoing.writeHead(200).end(`removed ${removed}\n`);
  } catch (error) {
    const isForged = error instanceof WebhookVerificationError;
    if (!isForged) console.error(error);
    // After 500, Postern sends the event again.
    outgoing.writeHead(isForged ? 400 : 500).end();
  }
}

/**
 * Deletes the cached responses that an event makes stale. The order of events does not matter.
 *
 * @param {import("postern/webhooks").WebhookEvent} event
 */
async function purge(event) {
  if (!/^post\.|^redirect\.|^organization\./.test(event.type)) return 0;
  const isStale = stalePaths(event);
  let removed = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = await pathOf(file);
    if (path === undefined || !isStale(path)) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

/** Returns a function that is true for the paths of the changed post or redirect, and for lists, feeds and sitemaps. */
function stalePaths({ type, organization, data }) {
  const own = encodeURIComponent(organization);
  const post = `${root}/post/${own}/`;
  const slugs = [data.slug, data.previousSlug, data.from].filter((slug) => slug !== undefined);
  const isOther = (path) => path.startsWith(post) && !path.slice(post.length).includes("sitemap");
  return (path) => {
    if (!path.startsWith(`${root}/`) || !path.split("/").includes(own)) return false;
    if (type === "organization.updated") return true;
    return !isOther(path) || slugs.some((slug) => path === post + encodeURIComponent(slug));
  };
}

/** Returns the path of a cached response, without its query, from the line `KEY: http127.0.0.1:3000/api/…`. */
async function pathOf(file) {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [, key = ""] = /\nKEY: ([^\n?]*)/.exec(buffer.toString("latin1", 0, bytesRead)) ?? [];
    const start = key.indexOf(root);
    return start === -1 ? undefined : key.slice(start);
  } finally {
    await handle.close();
  }
}

/** Calls the client, and returns the results as JSON. They are the same on every runtime. */
import { cachingFetch, createClient, PosternError } from "postern/client";

/** Returns the error code of a failed call, or the reason of its signal. */
async function endOf(call) {
  try {
    return JSON.stringify(await call);
  } catch (error) {
    return error instanceof PosternError ? error.code : String(error);
  }
}

/**
 * Calls the client with an API that has the posts of `app.js`, and with a hostile server. The first part of the path selects the
 * behaviour of the hostile server.
 *
 * @param {{ api: string, key: string, hostile: string }} addresses the URLs of both, and a key
 */
export async function checkClient({ api, key, hostile }) {
  const connection = { baseUrl: api, organizationSlug: "acme", apiKey: key };
  const client = createClient(connection);
  const against = (behaviour, options) =>
    createClient({ ...connection, baseUrl: `${hostile}/${behaviour}`, ...options });
  const names = [];
  for await (const { name } of client.iteratePosts({ limit: 1, sort: "name" })) names.push(name);
  const { data: post, quota } = await client.getPost("first");
  const { quota: next } = await client.getPost("grüße");
  const { data: sitemap } = await client.getOrganizationSitemap();
  const added = await client.addKnowledge("世界", { idempotencyKey: "once" });
  const again = await client.addKnowledge("世界", { idempotencyKey: "once" });

  const caching = createClient({ ...connection, fetch: cachingFetch() });
  const fresh = await caching.listPosts({ sort: "name" });
  const renewed = await caching.listPosts({ sort: "name" });

  const stop = new AbortController();
  const aborted = endOf(against("hang").listPosts({}, { signal: stop.signal }));
  setTimeout(() => stop.abort("The page was left"), 50);
  const waiting = new AbortController();
  const abortedWhileWaiting = endOf(against("busy").listPosts({}, { signal: waiting.signal }));
  setTimeout(() => waiting.abort("The page was left"), 300);
  return {
    names,
    faqEntries: post.faqEntries,
    fallsBy: quota.remaining - next.remaining,
    locations: sitemap.match(/<loc>/g).length,
    characters: added.data.characters,
    isAddedOnce: added.data.id === again.data.id,
    isRenewed:
      JSON.stringify(fresh.data) === JSON.stringify(renewed.data) &&
      fresh.quota.remaining - renewed.quota.remaining,
    missing: await endOf(client.getPost("none")),
    refused: await endOf(createClient({ ...connection, apiKey: "none" }).listPosts()),
    redirected: await endOf(against("redirect").listPosts()),
    reset: await endOf(against("reset", { maxAttempts: 1 }).listPosts()),
    page: await endOf(against("page", { maxAttempts: 1 }).listPosts()),
    late: await endOf(against("hang", { maxAttempts: 1, timeoutMs: 100 }).listPosts()),
    stalled: await endOf(against("stall", { maxAttempts: 1, timeoutMs: 100 }).listPosts()),
    aborted: await aborted,
    abortedWhileWaiting: await abortedWhileWaiting,
    retried: await endOf(
      against("recovering")
        .addKnowledge("x")
        .then(({ data }) => data),
    ),
  };
}

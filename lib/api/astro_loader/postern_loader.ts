import { BoundedTasks } from "../../base/bounded_tasks.ts";
import { type ClientOptions, createClient } from "../client/mod.ts";
import type { Loader } from "./loader.ts";
import { loadPost, type PostSource } from "./load_post.ts";

/** Listed fields. They change if the post, or its address, changes. */
const fields = ["slug", "url", "updatedAt", "changedAt"] as const;

/** Number of posts that are read concurrently. */
const concurrency = 8;

/**
 * Creates a loader that fills a content collection of Astro with the published posts of an organization. The id of an entry is the post's slug.
 *
 * A load lists all posts. It reads the posts that have changed since the last load, and removes the entries of posts that are no longer
 * published. A change of the organization reads all posts. If a request fails, the load rejects with a `PosternError`, and removes nothing.
 *
 * @param options the options of `createClient`
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { posternLoader } from "postern/astro-loader";
 *
 * // In src/content.config.ts: defineCollection({ loader })
 * const loader = posternLoader({ baseUrl: "https://acme.example", organizationSlug: "acme" });
 * loader.name; // "postern"
 * ```
 */
export function posternLoader(options: ClientOptions): Loader {
  const client = createClient(options);
  return {
    name: "postern",
    load: async (context) => {
      const { store, logger, generateDigest } = context;
      const origin = [String(options.baseUrl), options.organizationSlug, options.apiKey !== undefined];
      const { data, headers } = await client.getOrganization();
      // The settings of FAQ entries are not in the data, but they change the header.
      const organization = [data, headers.get("last-modified")];
      const source: PostSource = {
        client,
        digestOf: (content) => generateDigest(JSON.stringify([...origin, ...organization, content])),
      };

      const present = new Set<string>();
      let changed = 0;
      const tasks = new BoundedTasks(concurrency, "Cannot load the posts");
      try {
        for await (const listed of client.iteratePosts({ limit: 100, fields })) {
          await tasks.add(async () => {
            const loaded = await loadPost(listed, source, context);
            if (loaded === undefined) return;
            present.add(loaded.id);
            if (loaded.isChanged) changed++;
          });
          if (tasks.hasFailed) break;
        }
      } finally {
        await tasks.settled();
      }
      tasks.throwFailure();

      const removed = store.keys().filter((id) => !present.has(id));
      for (const id of removed) store.delete(id);
      logger.info(`Posts: ${present.size}, changed: ${changed}, removed: ${removed.length}`);
    },
  };
}

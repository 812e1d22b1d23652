import type { FeedPaths } from "../content/mod.ts";
import { type Feed, toAtom, toJsonFeed, toRss } from "../feeds/mod.ts";
import { latestModified } from "../sitemap/mod.ts";
import { answerCollection } from "./answer_collection.ts";
import { lastModifiedHeader, textAnswer } from "./answer.ts";
import type { ApiHandler } from "./http_deps.ts";
import { readNewest } from "./read_newest.ts";
import { toFeed } from "./represent_feed.ts";

/** How many of the newest posts a feed has. */
const feedLength = 20;

/** `GET /api/public/v1/feed/{organizationSlug}/rss.xml`: the newest posts as RSS 2.0. */
export const getRss: ApiHandler = feedHandler("rss", "application/rss+xml", toRss);

/** `GET /api/public/v1/feed/{organizationSlug}/atom.xml`: the newest posts as Atom (RFC 4287). */
export const getAtom: ApiHandler = feedHandler("atom", "application/atom+xml", toAtom);

/** `GET /api/public/v1/feed/{organizationSlug}/feed.json`: the newest posts as JSON Feed 1.1. */
export const getJsonFeed: ApiHandler = feedHandler("json", "application/feed+json", toJsonFeed);

function feedHandler(format: keyof FeedPaths, type: string, write: (feed: Feed) => string): ApiHandler {
  return (request, deps) =>
    answerCollection(request, deps, {
      isOpen: true,
      render: async ({ organization, reader }) => {
        const newest = { count: feedLength, withContent: true };
        const posts = await readNewest(reader, organization, newest, deps);
        const { now } = reader;
        const updated = latestModified([organization, ...posts], now);
        // What has no time says that of now.
        if (updated === undefined) reader.changesAt(now);
        const text = write(toFeed(organization, posts, { format, now }));
        return textAnswer(200, text, { ...lastModifiedHeader(updated), "content-type": type });
      },
    });
}

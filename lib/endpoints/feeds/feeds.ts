import type { FeedPaths } from "../../content/mod.ts";
import { type Endpoint, textResponse } from "../../exchange/mod.ts";
import { type Feed, toAtom, toJsonFeed, toRss } from "../../feeds/mod.ts";
import { toFeed } from "../../representations/represent_feed.ts";
import { latestModified } from "../../sitemap/mod.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { readNewest } from "./read_newest.ts";

/** Maximum number of posts in a feed. */
const feedLength = 20;

type FeedEndpoint = (deps: EndpointDeps) => Endpoint;

/** `GET /api/public/v1/feed/{organizationSlug}/rss.xml`: the newest posts as RSS 2.0. */
export const getRss: FeedEndpoint = feedEndpoint("rss", "application/rss+xml", toRss);

/** `GET /api/public/v1/feed/{organizationSlug}/atom.xml`: the newest posts as Atom (RFC 4287). */
export const getAtom: FeedEndpoint = feedEndpoint("atom", "application/atom+xml", toAtom);

/** `GET /api/public/v1/feed/{organizationSlug}/feed.json`: the newest posts as JSON Feed 1.1. */
export const getJsonFeed: FeedEndpoint = feedEndpoint("json", "application/feed+json", toJsonFeed);

function feedEndpoint(format: keyof FeedPaths, type: string, write: (feed: Feed) => string): FeedEndpoint {
  return (deps) => (request) =>
    planCollection(request, deps, {
      isOpen: true,
      render: async ({ organization, reader }) => {
        const newest = { count: feedLength, withContent: true };
        const posts = await readNewest(reader, organization, newest, deps);
        const { now } = reader;
        // A feed without a time uses the current time, so it changes constantly.
        if (latestModified([organization, ...posts], now) === undefined) reader.changesAt(now);
        const text = write(toFeed(organization, posts, { format, now }));
        return textResponse(200, text, { "content-type": type });
      },
    });
}

import * as v from "valibot";
import type { FeedPaths, PostFilter } from "../../../content/mod.ts";
import { type Endpoint, PageBody, parseKnownQuery, type QuerySchema } from "../../../http/mod.ts";
import {
  type FeedWriter,
  atomWriter,
  jsonFeedWriter,
  rssWriter,
  latestModified,
} from "../../../publishing/mod.ts";
import { toFeedEntry, toFeedHead } from "../../representations/represent_feed.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { labelParameters, toFilter } from "../posts/list_parameters.ts";
import { pageBytesOf } from "../list_response.ts";
import { readContents, readNewest } from "./read_newest.ts";

/** Maximum number of posts in a feed. */
const feedLength = 20;

/** The query parameters of feeds. Others are ignored, since feed readers and sites add their own. */
export const feedParameters: QuerySchema<Pick<PostFilter, "section" | "language" | "tags" | "notTags">> =
  v.pipe(v.object(labelParameters), v.transform(toFilter));

type FeedEndpoint = (deps: EndpointDeps) => Endpoint;

/** `GET /api/public/v1/feed/{organizationSlug}/rss.xml`: the newest posts as RSS 2.0. */
export const getRss: FeedEndpoint = feedEndpoint("rss", "application/rss+xml", rssWriter);

/** `GET /api/public/v1/feed/{organizationSlug}/atom.xml`: the newest posts as Atom (RFC 4287). */
export const getAtom: FeedEndpoint = feedEndpoint("atom", "application/atom+xml", atomWriter);

/** `GET /api/public/v1/feed/{organizationSlug}/feed.json`: the newest posts as JSON Feed 1.1. */
export const getJsonFeed: FeedEndpoint = feedEndpoint("json", "application/feed+json", jsonFeedWriter);

function feedEndpoint(format: keyof FeedPaths, type: string, writer: FeedWriter): FeedEndpoint {
  return (deps) => (request) => {
    const { match } = request;
    return planCollection(request, deps, {
      isOpen: true,
      render: async ({ organization, reader }) => {
        const filter = match.query((parameters) => parseKnownQuery(feedParameters, parameters));
        const newest = { count: feedLength, filter };
        const posts = await readNewest(reader, organization, newest, deps);
        const { now } = reader;
        // A feed without a time uses the current time, so it changes constantly.
        if (latestModified([organization, ...posts], now) === undefined) reader.changesAt(now);
        const isWhole = Object.keys(filter).length === 0;
        const feed = toFeedHead(organization, posts, { format, now, isWhole });
        const body = new PageBody(pageBytesOf(request.incoming, deps));
        const turns = deps.store.turns();
        for await (const post of readContents(reader, posts, organization.slug, deps)) {
          const entry = writer.entry(await toFeedEntry(organization, post, now), feed);
          if (!body.add(body.length === 0 ? entry : writer.separator + entry)) break;
          if (turns.isOver) await turns.next();
        }
        const headers = { "content-type": type };
        return body.toResponse({ start: writer.start(feed), end: writer.end, headers });
      },
    });
  };
}

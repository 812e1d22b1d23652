import * as v from "valibot";
import {
  LlmsFullWriter,
  type Feed,
  type LlmsTxt,
  toAtom,
  toJsonFeed,
  toLlmsTxt,
  toRss,
} from "../../../publishing/mod.ts";
import type { Content } from "../../../http/openapi/mod.ts";
import { jsonFeedSchema } from "../../representations/json_feed_schema.ts";
import { exampleItem } from "../posts/example_post.ts";
import { feedParameters } from "./feeds.ts";
import { mostLlmsBytes } from "./llms_full_txt.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";

const { name: title, url, description: summary = "", publishedAt = "", updatedAt } = exampleItem;
const updated = Date.parse(updatedAt);

const feed: Feed = {
  id: "urn:uuid:2b1bcdc4-32c3-8716-9f9f-0f0bcf8b94a6",
  title: "Acme",
  siteUrl: "https://acme.example/",
  language: "en-US",
  updated,
  entries: [
    {
      id: "urn:uuid:6f0d8a31-5d1e-8c52-b4a7-90c1f2ab37de",
      url,
      title,
      summary,
      published: Date.parse(publishedAt),
      updated,
    },
  ],
};

const overview: LlmsTxt = {
  title: "Acme",
  sections: [{ name: "Help", links: [{ title, url, note: summary }] }],
};

const common = {
  tag: "Feeds",
  problems: ["feed-not-found"],
} as const;

const rules =
  "For organizations with feeds enabled. Posts that are not free come without their content. If reading posts needs a key, no post comes with its content. " +
  "The feed itself never needs a key, because feed readers do not send keys. With a filter, the feed does not name its own address.";

/** A format of the feed. */
interface FeedFormat {
  operationId: string;
  file: string;
  name: string;
  standard: string;
  content: Content;
}

/** Describes `GET /feed/{organizationSlug}/rss.xml`. */
export const describeRss: DescribeOperation = feedOperation({
  operationId: "getRss",
  file: "rss.xml",
  name: "RSS",
  standard: "RSS 2.0",
  content: text("application/rss+xml", "A feed of one post", toRss(feed)),
});

/** Describes `GET /feed/{organizationSlug}/atom.xml`. */
export const describeAtom: DescribeOperation = feedOperation({
  operationId: "getAtom",
  file: "atom.xml",
  name: "Atom",
  standard: "RFC 4287",
  content: text("application/atom+xml", "A feed of one post", toAtom(feed)),
});

/** Describes `GET /feed/{organizationSlug}/feed.json`. */
export const describeJsonFeed: DescribeOperation = feedOperation({
  operationId: "getJsonFeed",
  file: "feed.json",
  name: "JSON Feed",
  standard: "JSON Feed 1.1",
  content: {
    mediaType: "application/feed+json",
    schema: jsonFeedSchema,
    examples: { feed: { summary: "A feed of one post", value: JSON.parse(toJsonFeed(feed)) as unknown } },
  },
});

function feedOperation({ operationId, file, name, standard, content }: FeedFormat): DescribeOperation {
  return readOperation({
    ...common,
    operationId,
    query: feedParameters,
    problems: [...common.problems, "invalid-parameter"],
    path: `/feed/{organizationSlug}/${file}`,
    summary: `Get the newest posts as ${name}`,
    description: `The 20 newest posts, by ${standard}. ${rules}`,
    responseDescription: "The feed.",
    content,
  });
}

/** Describes `GET /llms/{organizationSlug}`. */
export const describeLlmsTxt: DescribeOperation = readOperation({
  ...common,
  operationId: "getLlmsTxt",
  path: "/llms/{organizationSlug}",
  summary: "Get an overview for language models",
  description:
    "Markdown in the llmstxt.org format, with links to the 500 newest posts, grouped by section. For organizations with feeds enabled. " +
    "Never needs a key.",
  responseDescription: "The overview.",
  content: text("text/markdown", "An overview of one post", toLlmsTxt(overview)),
});

const full = new LlmsFullWriter({ title: "Acme", description: undefined }, mostLlmsBytes);
full.add({ title, url, markdown: "## When are you open?\n\nFrom nine to five." });

/** Describes `GET /llms-full/{organizationSlug}`. */
export const describeLlmsFullTxt: DescribeOperation = readOperation({
  ...common,
  operationId: "getLlmsFullTxt",
  path: "/llms-full/{organizationSlug}",
  needsKey: "for-reading",
  summary: "Get the newest posts for language models",
  description:
    `The content of the newest posts as Markdown, up to 500 posts and ${mostLlmsBytes} bytes. It has only whole posts, and no post that ` +
    "is not free. For organizations with feeds enabled.",
  responseDescription: "The posts.",
  headers: ["Link"],
  content: text("text/markdown", "A file of one post", full.toString()),
  problems: [...common.problems, "busy"],
});

function text(mediaType: string, summary: string, value: string): Content {
  return { mediaType, schema: v.string(), examples: { feed: { summary, value } } };
}

import { writeFileSync } from "node:fs";
import { encodeCursor } from "../lib/endpoints/posts/cursor.ts";
import { indexPrefix } from "../lib/content/post_record.ts";
import { encodeKey } from "../lib/store/mod.ts";
import { postsPerOrganization, type ReadPost, type ScaleSize, slugOf } from "./seed_for_scale.ts";
import { createdAtOf } from "./import_in_bulk.ts";
import { luaString } from "./wrk.ts";

/** A kind of request. Each that is sent is one of its lines, by chance. */
export interface ScaleRequest {
  name: string;
  lines: readonly Line[];
  /** What is posted; undefined for a GET. */
  body?: string;
}

/** A path, and the key that it is asked for with. */
export interface Line {
  path: string;
  key?: string;
}

const root = "/api/public/v1";
const mostLines = 100_000;
/** How many lines have all been sent once when a request has warmed up. */
const mostWarm = 1000;
const pageSize = 50;

/** The requests that are measured in a store of any size. */
export function scaleRequests(size: ScaleSize, read: readonly ReadPost[]): ScaleRequest[] {
  const posts = read.map(({ organizationSlug, slug }) => ({
    path: `${root}/post/${organizationSlug}/${slug}`,
  }));
  const slugs = [...new Set(read.map(({ organizationSlug }) => organizationSlug))];
  const keyed = withKeys(read);
  const warm = keyed.slice(0, mostWarm);
  const last = `${root}/post/${slugOf(0)}?sort=name&cursor=${cursorBeforeEnd()}`;
  // A sitemap names 50,000; above, it has pages.
  const page = postsPerOrganization(size) > 50_000 ? "?page=2" : "";
  return [
    { name: "post, with key", lines: warm },
    { name: "post, with a new key", lines: keyed },
    { name: "post, without key", lines: posts },
    { name: "any post, without key", lines: anyPosts(size) },
    { name: "list, first page", lines: slugs.map((slug) => ({ path: `${root}/post/${slug}` })) },
    { name: "list, last page", lines: [{ path: last }] },
    { name: "list, any page", lines: anyPages(size) },
    {
      name: "sitemap",
      lines: slugs.map((slug) => ({ path: `${root}/sitemap/${slug}${page}` })),
    },
    {
      name: "knowledge POST",
      lines: warm.map(({ key }) => ({ path: `${root}/knowledge-base`, key })),
      body: JSON.stringify({ text: "What the office hours are: nine to five. ".repeat(12) }),
    },
  ];

  /** Where the last page of the list by name begins: the names of the mass end with their numbers, as texts. */
  function cursorBeforeEnd(): string {
    const count = postsPerOrganization(size);
    const names = Array.from({ length: count }, (_, index) => `post ${index}`).toSorted();
    const name = names.at(-pageSize - 1) ?? "post";
    return encodeCursor(encodeKey([...indexPrefix("name"), name, Number(name.slice(5))]), "name");
  }
}

/** A request as a script of wrk's. The lines go to a file, one each: path and key, `-` for none. */
export function toScript({ lines, body }: ScaleRequest, linesFile: string): string {
  writeFileSync(linesFile, lines.map(({ path, key = "-" }) => `${path} ${key}\n`).join(""));
  return `
math.randomseed(os.time())
local requests = {}
init = function(args)
  for line in io.lines(${luaString(linesFile)}) do
    local path, key = line:match("^(%S+) (%S+)$")
    local headers = {}
    if key ~= "-" then headers["x-api-key"] = key end
    ${body === undefined ? "" : `headers["content-type"] = "application/json"`}
    requests[#requests + 1] = wrk.format(${body === undefined ? `"GET"` : `"POST"`}, path, headers, ${
      body === undefined ? "nil" : luaString(body)
    })
  end
end
request = function() return requests[math.random(#requests)] end
`;
}

/** Each post in turn with the next of its organization's keys, until all keys were named. */
function withKeys(read: readonly ReadPost[]): { path: string; key: string }[] {
  const most = Math.max(1, ...read.map(({ keys }) => keys.length));
  const rounds = Array.from({ length: Math.min(most, Math.ceil(mostLines / read.length)) });
  return rounds.flatMap((_, round) =>
    read.flatMap(({ organizationSlug, slug, keys }, index) => {
      const key = keys[(round * read.length + index) % keys.length];
      return key === undefined ? [] : [{ path: `${root}/post/${organizationSlug}/${slug}`, key }];
    }),
  );
}

/** Posts of all of the store, the short ones too: more than any cache holds, when there are more. */
function anyPosts(size: ScaleSize): Line[] {
  const perOrganization = postsPerOrganization(size);
  return Array.from({ length: Math.min(mostLines, size.posts) }, () => {
    const post = Math.floor(Math.random() * perOrganization * size.organizations);
    return { path: `${root}/post/${slugOf(Math.floor(post / perOrganization))}/post-${post}` };
  });
}

/** Pages of all of the lists: more than any cache holds, when there are more. */
function anyPages(size: ScaleSize): Line[] {
  const perOrganization = postsPerOrganization(size);
  return Array.from({ length: Math.min(mostLines, size.posts) }, () => {
    const post = Math.floor(Math.random() * perOrganization * size.organizations);
    const slug = slugOf(Math.floor(post / perOrganization));
    const place = encodeKey([...indexPrefix("createdAt"), createdAtOf(post), post]);
    return { path: `${root}/post/${slug}?sort=createdAt&cursor=${encodeCursor(place, "createdAt")}` };
  });
}

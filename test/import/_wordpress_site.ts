import type { ImportItem } from "../../lib/import/mod.ts";
import {
  openWordPressSite,
  type SiteResponse,
  type WordPressSiteOptions,
} from "../../lib/import/wordpress_site/mod.ts";
import type { PublicApi } from "../../lib/mod.ts";
import { importItems } from "./_import.ts";

export type Json = Record<string, unknown>;

/** A WordPress site that answers the requests of its REST API as WordPress does. */
export class FakeWordPress {
  readonly home: string;
  /** Items of each list, by the path below `wp/v2`. */
  readonly lists: Record<string, Json[]> = {
    posts: [],
    pages: [],
    categories: [],
    tags: [],
    users: [],
    media: [],
    blocks: [],
    comments: [],
  };
  /** Types and taxonomies beyond those of WordPress, by name. */
  readonly types: Record<string, Json> = {};
  readonly taxonomies: Record<string, Json> = {};
  /** Responses in place of those of a list. */
  readonly refusals: Record<string, { status: number; code: string }> = {};
  /** Ids of posts that cannot be rendered: a page with one of them is an HTML error. */
  readonly broken: Set<unknown> = new Set();
  /** Paths and queries of all requests. */
  readonly requests: string[] = [];
  /** The value of `Authorization` that shows drafts. */
  authorization = "";
  hasPermalinks = true;
  /** The place that announces the address of the API. */
  announces: "header" | "page" | "nowhere" = "header";
  namesTotals = true;
  onRequest: (path: string, parameters: URLSearchParams) => void = () => undefined;

  constructor(home = "https://old.example") {
    this.home = home;
  }

  get root(): string {
    return this.home + (this.hasPermalinks ? "/wp-json/" : "/?rest_route=/");
  }

  readonly get = async (href: string, headers: Record<string, string> = {}): Promise<SiteResponse> => {
    const url = new URL(href);
    const isKnown = this.authorization !== "" && headers["authorization"] === this.authorization;
    this.requests.push(url.pathname + url.search);
    return { url: href, ...this.#respond(url, isKnown) };
  };

  #respond(url: URL, isKnown: boolean): Omit<SiteResponse, "url"> {
    const base = new URL(this.home).pathname.replace(/\/$/, "");
    const path = url.pathname.slice(base.length);
    const route = this.hasPermalinks
      ? /^\/wp-json\/(.*)$/.exec(path)?.[1]
      : url.searchParams.get("rest_route")?.slice(1);
    if (route === undefined) return path === "/" ? this.#page() : respond(404, "<h1>Not found</h1>");
    this.onRequest(route, url.searchParams);
    if (route === "")
      return respond(200, { name: "Old", home: this.home, namespaces: ["oembed/1.0", "wp/v2"] });
    const list = route.replace(/^wp\/v2\//, "");
    if (list === "types") return respond(200, { post: { rest_base: "posts" }, ...this.types });
    if (list === "taxonomies")
      return respond(200, { category: { rest_base: "categories" }, ...this.taxonomies });
    return this.#list(list, url.searchParams, isKnown);
  }

  #page(): Omit<SiteResponse, "url"> {
    const link = `<link rel='https://api.w.org/' href='${this.root.replaceAll("&", "&#038;")}' />`;
    const text = `<!doctype html><html class="x" lang="de-DE"><head>${this.announces === "page" ? link : ""}</head></html>`;
    const headers = this.announces === "header" ? { link: `<${this.root}>; rel="https://api.w.org/"` } : {};
    return respond(200, text, headers);
  }

  #list(list: string, parameters: URLSearchParams, isKnown: boolean): Omit<SiteResponse, "url"> {
    const refusal = this.refusals[list];
    if (refusal !== undefined) return respond(refusal.status, { code: refusal.code, message: "" });
    const isEditing = parameters.get("context") === "edit";
    if (isEditing && !isKnown) return respond(401, { code: "rest_forbidden_context", message: "" });
    const all = this.lists[list];
    if (all === undefined) return respond(404, { code: "rest_no_route", message: "" });
    const [perPage, page] = [Number(parameters.get("per_page") ?? 10), Number(parameters.get("page") ?? 1)];
    const included = parameters.get("include")?.split(",");
    const found = all
      .filter(({ id, status = "publish", author }) => {
        const isAuthor = [null, String(author)].includes(parameters.get("author"));
        return (isKnown || status === "publish") && included?.includes(String(id)) !== false && isAuthor;
      })
      .toSorted((one, other) => Number(one["id"]) - Number(other["id"]));
    const pages = Math.ceil(found.length / perPage);
    if (page > 1 && page > pages) return respond(400, { code: "rest_post_invalid_page_number", message: "" });
    const items = found.slice((page - 1) * perPage, page * perPage);
    const fields = parameters.get("_fields")?.split(",") ?? [];
    if (items.some(({ id }) => this.broken.has(id)) && fields.some((field) => field.startsWith("content")))
      return respond(500, "<p>There has been a critical error on this website.</p>");
    const names = new Set(fields.map((field) => field.split(".")[0]));
    const shown = items.map((item) => {
      const entries = Object.entries(item).filter(([name]) => names.size === 0 || names.has(name));
      return Object.fromEntries(
        isEditing ? entries : entries.map(([name, value]) => [name, withoutRaw(value)]),
      );
    });
    const totals = { "x-wp-total": String(found.length), "x-wp-totalpages": String(pages) };
    return respond(200, shown, this.namesTotals ? totals : {});
  }
}

function withoutRaw(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("raw" in value)) return value;
  const { raw: _raw, ...others } = value;
  return others;
}

function respond(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Omit<SiteResponse, "url"> {
  return { status, headers, text: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Returns a post as the REST API has it. */
export function fakePost(id: number, fields: Json = {}, home = "https://old.example"): Json {
  return {
    id,
    type: "post",
    status: "publish",
    slug: `post-${id}`,
    link: `${home}/post-${id}/`,
    guid: { rendered: `${home}/?p=${id}` },
    title: { rendered: `Post ${id}` },
    content: { rendered: `<p>Text ${id}</p>\n`, protected: false },
    excerpt: { rendered: `<p>Text ${id}</p>\n`, protected: false },
    date: "2026-01-02T04:05:06",
    date_gmt: "2026-01-02T03:05:06",
    modified: "2026-01-03T04:05:06",
    modified_gmt: "2026-01-03T03:05:06",
    author: 0,
    featured_media: 0,
    categories: [],
    tags: [],
    format: "standard",
    meta: [],
    ...fields,
  };
}

/** Returns the items of a site in their second pass. */
export async function* itemsOf(
  site: FakeWordPress,
  options: Partial<WordPressSiteOptions> = {},
): AsyncGenerator<ImportItem> {
  const opened = await openWordPressSite(site.home, { get: site.get, hasPassword: false, ...options });
  yield* opened.read("posts");
}

/** Imports a site, and returns the results. */
export async function importSite(
  api: PublicApi,
  site: FakeWordPress,
  options: Partial<WordPressSiteOptions> = {},
): Promise<string[]> {
  return importItems(api, itemsOf(site, options), { source: "wordpress" });
}

/** Returns a site with posts. */
export function siteWith(posts: Json[]): FakeWordPress {
  const site = new FakeWordPress();
  site.lists["posts"] = posts;
  return site;
}

/** Returns the whole numbers of a range. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Returns posts with the ids of a range. */
export const posts = (from: number, to: number): Json[] => range(from, to).map((id) => fakePost(id));
/** Returns the requests of posts. */
export const listRequests = (site: FakeWordPress): string[] =>
  site.requests.filter((request) => request.includes("/posts"));

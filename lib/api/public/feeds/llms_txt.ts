import { type Organization, type Post, postUrl } from "../../../content/mod.ts";
import { type LlmsTxt, type LlmsTxtLink, toLlmsTxt } from "../../../publishing/mod.ts";
import { type Endpoint, PageBody, textResponse } from "../../../http/mod.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { pageBytesOf } from "../list_response.ts";
import { readNewest } from "./read_newest.ts";
import { publicApiAddress } from "../../../base/api_address.ts";

/** Maximum number of posts in an llms.txt. */
const overviewLength = 500;

/** `GET /api/public/v1/llms/{organizationSlug}`: an overview of the site for language models (https://llmstxt.org). */
export const getLlmsTxt =
  (deps: EndpointDeps): Endpoint =>
  (request) =>
    planCollection(request, deps, {
      isOpen: true,
      render: async ({ organization, reader }) => {
        const newest = { count: overviewLength };
        const posts = await readNewest(reader, organization, newest, deps);
        const linkOf = linkTo(deps.options);
        const page = new PageBody(pageBytesOf(request.incoming, deps));
        const end = posts.findIndex((post) => !page.add(toLlmsTxt(toOverview(organization, [post], linkOf))));
        const fitting = end === -1 ? posts : posts.slice(0, end);
        const type = { "content-type": "text/markdown; charset=utf-8" };
        const overview = toOverview(organization, fitting, linkOf);
        return textResponse(200, toLlmsTxt(overview), type);
      },
    });

/** Returns the URL of the link to a post. */
type Link = (organization: Organization, slug: string) => string;

/**
 * Links to the Markdown of a post, or to its page if the API serves no Markdown without a key. Without `apiOrigin` the link is a path,
 * because the request's URL is not reliable behind proxies.
 */
function linkTo(options: EndpointDeps["options"]): Link {
  return (organization, slug) => {
    const isServed = options.readAccess === "public" && !unreachable.has(slug);
    if (!isServed) return postUrl(organization, slug);
    return `${publicApiAddress(options, "post", organization.slug, slug)}?format=markdown`;
  };
}

/** Slugs of hosts that the API cannot serve: names of other routes, and segments that URL parsers remove. */
const unreachable: ReadonlySet<string> = new Set(["", ".", "..", "sitemap"]);

/** Groups the posts by section. The section with the newest post comes first. */
function toOverview(organization: Organization, posts: readonly Post[], linkOf: Link): LlmsTxt {
  const { name, description } = organization;
  const sections = new Map<string, LlmsTxtLink[]>();
  for (const post of posts) {
    const section = post.articleSection ?? organization.section;
    const links = sections.get(section) ?? [];
    sections.set(section, links);
    const link = { title: post.name, url: linkOf(organization, post.slug) };
    links.push(post.description === undefined ? link : { ...link, note: post.description });
  }
  return {
    title: name,
    sections: Array.from(sections, ([section, links]) => ({ name: section, links })),
    ...(description === undefined ? {} : { description }),
  };
}

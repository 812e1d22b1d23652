import { type Organization, type Post, postUrl } from "../content/mod.ts";
import { type LlmsTxt, type LlmsTxtLink, toLlmsTxt } from "../feeds/mod.ts";
import { latestModified } from "../sitemap/mod.ts";
import { answerCollection } from "./answer_collection.ts";
import { lastModifiedHeader, textAnswer } from "./answer.ts";
import type { ApiHandler } from "./http_deps.ts";
import { readNewest } from "./read_newest.ts";

/** How many of the newest posts an llms.txt names. */
const overviewLength = 500;

/** `GET /api/public/v1/llms/{organizationSlug}`: an overview of the site for language models (https://llmstxt.org). */
export const getLlmsTxt: ApiHandler = (request, deps) =>
  answerCollection(request, deps, {
    isOpen: true,
    render: async ({ organization, reader }) => {
      const newest = { count: overviewLength, withContent: false };
      const posts = await readNewest(reader, organization, newest, deps);
      const modified = lastModifiedHeader(latestModified([organization, ...posts], reader.now));
      const type = { "content-type": "text/markdown; charset=utf-8" };
      return textAnswer(200, toLlmsTxt(toOverview(organization, posts)), { ...modified, ...type });
    },
  });

/** The posts by their section: the one with the newest post first. */
function toOverview(organization: Organization, posts: readonly Post[]): LlmsTxt {
  const { name, description } = organization;
  const sections = new Map<string, LlmsTxtLink[]>();
  for (const post of posts) {
    const section = post.articleSection ?? organization.section;
    const links = sections.get(section) ?? [];
    sections.set(section, links);
    const link = { title: post.name, url: postUrl(organization, post.slug) };
    links.push(post.description === undefined ? link : { ...link, note: post.description });
  }
  return {
    title: name,
    sections: Array.from(sections, ([section, links]) => ({ name: section, links })),
    ...(description === undefined ? {} : { description }),
  };
}

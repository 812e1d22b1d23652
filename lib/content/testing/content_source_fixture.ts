import type { Organization } from "../sources/content_source.ts";
import type { Post } from "../posts/post_forms.ts";

/** A post of the suite, with its organization and its status. */
export interface FixturePost extends Post {
  organizationSlug: string;
  /** False for a draft, which no method returns. */
  isPublished: boolean;
}

/** The complete content of the source under test. */
export interface ContentFixture {
  organizations: readonly Organization[];
  posts: readonly FixturePost[];
}

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

/** Two organizations with: posts with equal slugs, drafts, posts without timestamps, and posts with equal timestamps. */
export const contentFixture: ContentFixture = {
  organizations: [organization("1", "acme"), organization("2", "acme-2")],
  posts: [
    ...Array.from({ length: 12 }, (_, index) => post(index + 1)),
    { ...post(13), slug: "draft", isPublished: false },
    { ...post(14), slug: "grüße-世界", name: "Zuletzt" },
    withoutTimes({ ...post(15), slug: "timeless-1" }),
    withoutTimes({ ...post(16), slug: "timeless-2" }),
    { ...post(17), organizationSlug: "acme-2", slug: "post-1", name: "Elsewhere", html: "<p>Elsewhere</p>" },
  ],
};

function organization(id: string, slug: string): Organization {
  return {
    id,
    slug,
    name: slug.toUpperCase(),
    siteUrl: `https://${slug}.example`,
    postUrlTemplate: "/{slug}",
    language: "en",
    section: "News",
    speakable: ["h1"],
  };
}

/**
 * Creates a numbered post. Pairs have equal creation times, names repeat, and every third post was updated much later. The orders of
 * publication and of changes differ from both.
 */
function post(number: number): FixturePost {
  const createdAt = start + Math.floor(number / 2) * day;
  return {
    organizationSlug: "acme",
    isPublished: true,
    id: number,
    slug: `post-${number}`,
    name: `Name ${String.fromCharCode(65 + ((number * 5) % 7))}`,
    html: `<p>Post ${number}, "quoted" &amp; 世界 😀</p>`,
    articleSection: number % 2 === 0 ? "News" : "50% off_",
    inLanguage: number % 4 === 0 ? "de" : "en-GB",
    tags: number % 3 === 0 ? ["C++", "a"] : ["a"],
    createdAt,
    updatedAt: number % 3 === 0 ? createdAt + 100 * day : createdAt,
    publishedAt: createdAt + (number % 5) * 10 * day,
    changedAt: createdAt + (number % 4) * 50 * day,
  };
}

function withoutTimes(timed: FixturePost): FixturePost {
  const {
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    publishedAt: _publishedAt,
    changedAt: _changedAt,
    ...rest
  } = timed;
  return rest;
}

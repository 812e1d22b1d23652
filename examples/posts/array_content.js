/** Content source that reads posts from an array: filters, order and pages in plain JavaScript. */

/** @typedef {{ id: number, name: string, slug: string, organizationSlug: string, isPublished: boolean }} Row */

/** The value that each sort orders by. Posts without the value come first. */
const orderings = {
  createdAt: (post) => toTime(post.createdAt),
  updatedAt: updateTime,
  publishedAt: (post) => toTime(post.publishedAt) || toTime(post.createdAt),
  changedAt: changeTime,
  name: (post) => post.name,
};

/**
 * @param {import("postern").Organization[]} organizations
 * @param {Row[]} rows posts, each with the slug of its organization and `isPublished`
 * @returns {import("postern").ContentSource}
 */
export function arrayContent(organizations, rows) {
  const publishedPosts = (organizationSlug) =>
    rows.filter((row) => row.organizationSlug === organizationSlug && row.isPublished);
  return {
    sortFields: Object.keys(orderings),
    findOrganization: async (slug) => organizations.find((one) => one.slug === slug) ?? null,
    getPost: async (organizationSlug, slug) =>
      publishedPosts(organizationSlug).find((post) => post.slug === slug) ?? null,
    listPosts: async (organizationSlug, query) => {
      const compare = comparison(query.sort);
      const matching = publishedPosts(organizationSlug).filter((post) => matches(post, query));
      const sorted = matching.toSorted(compare);
      const start = query.after === undefined ? 0 : sorted.findIndex((post) => isAfter(post, query));
      const rest = start < 0 ? [] : sorted.slice(start);
      const posts = rest.slice(0, query.limit);
      return { posts, next: rest.length > posts.length ? toCursor(posts.at(-1), query.sort) : null };
    },
  };
}

/** True if a post matches all filters. A missing filter matches every post. */
function matches(post, { section, language, tag, updatedSince }) {
  return (
    (section === undefined || post.articleSection === section) &&
    (language === undefined || post.inLanguage === language) &&
    (tag === undefined || (post.tags ?? []).includes(tag)) &&
    (updatedSince === undefined || changeTime(post) >= updatedSince)
  );
}

function comparison(sort) {
  const place = placeOf(sort);
  return (one, other) => comparePlaces([place(one), one.id], [place(other), other.id], sort);
}

/** Compares two posts. Posts with equal values are sorted by id, so every post has one position. */
function comparePlaces([onePlace, oneId], [otherPlace, otherId], sort) {
  const ascending = order(onePlace, otherPlace) || order(oneId, otherId);
  return sort.startsWith("-") ? -ascending : ascending;
}

function order(one, other) {
  return one < other ? -1 : Number(one > other);
}

function placeOf(sort) {
  return orderings[sort.replace("-", "")];
}

/** Creates a cursor with the last post of a page. An offset would skip a post after an earlier post is deleted. */
function toCursor(post, sort) {
  return JSON.stringify([placeOf(sort)(post), post.id]);
}

/** True if a post comes after the cursor. Clients send the cursor, so it can be any string; no post comes after an invalid one. */
function isAfter(post, { after, sort }) {
  try {
    const [place, id] = JSON.parse(after);
    return comparePlaces([placeOf(sort)(post), post.id], [place, id], sort) > 0;
  } catch {
    return false;
  }
}

function updateTime(post) {
  return toTime(post.updatedAt) || toTime(post.createdAt);
}

/** Returns the time of the last change. `updatedAt` can be a date of the author, which does not move with a change. */
function changeTime(post) {
  return toTime(post.changedAt) || updateTime(post);
}

/** Returns milliseconds, and 0 for a missing or invalid time. */
function toTime(timestamp) {
  const time = new Date(timestamp ?? 0).getTime();
  return Number.isNaN(time) ? 0 : time;
}

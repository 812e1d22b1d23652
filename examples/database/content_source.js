/** Content source that reads articles from the host's database with three queries. */

/** SQL expression for each sort. Missing times count as 0, because comparisons with NULL would drop these rows. */
const orderings = {
  createdAt: "COALESCE(created_at, 0)",
  updatedAt: "COALESCE(updated_at, created_at, 0)",
  publishedAt: "COALESCE(published_at, created_at, 0)",
  changedAt: "COALESCE(changed_at, updated_at, created_at, 0)",
  name: "title",
};

/** @returns {import("postern").ContentSource} */
export function databaseContent(database) {
  const findSite = database.prepare("SELECT * FROM sites WHERE slug = ?");
  const findArticle = database.prepare(
    "SELECT * FROM articles WHERE site_slug = ? AND slug = ? AND status = 'published'",
  );
  return {
    sortFields: Object.keys(orderings),
    findOrganization: async (slug) => toOrganization(findSite.get(slug)),
    getPost: async (organizationSlug, slug) => {
      const row = findArticle.get(organizationSlug, slug);
      return row === undefined ? null : toPost(row);
    },
    listPosts: async (organizationSlug, query) => {
      const { sql, values } = toSql(organizationSlug, query);
      if (sql === undefined) return { posts: [], next: null };
      const rows = database.prepare(sql).all(...values);
      const page = rows.slice(0, query.limit);
      const last = rows.length > page.length ? page.at(-1) : undefined;
      return { posts: page.map(toPost), next: last ? JSON.stringify([last.place, last.id]) : null };
    },
  };
}

/** Builds the query of a page. It reads one extra row to detect the last page. */
function toSql(organizationSlug, { sort, limit, after, section, language, tag, updatedSince }) {
  const place = orderings[sort.replace("-", "")];
  const isDescending = sort.startsWith("-");
  const conditions = [
    ["site_slug = ? AND status = 'published'", [organizationSlug]],
    ["section = ?", [section]],
    ["language = ?", [language]],
    ["EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", [tag]],
    [`${orderings.changedAt} >= ?`, [updatedSince]],
  ];
  if (after !== undefined) {
    const cursor = parseCursor(after);
    if (cursor === undefined) return {};
    conditions.push([`(${place}, id) ${isDescending ? "<" : ">"} (?, ?)`, cursor]);
  }
  const used = conditions.filter(([, values]) => values[0] !== undefined);
  const direction = isDescending ? "DESC" : "ASC";
  return {
    sql: `SELECT *, ${place} AS place FROM articles WHERE ${used.map(([condition]) => condition).join(" AND ")}
          ORDER BY ${place} ${direction}, id ${direction} LIMIT ?`,
    values: [...used.flatMap(([, values]) => values), limit + 1],
  };
}

/** Parses a cursor, or returns undefined. Clients send the cursor, so it can be any string. */
function parseCursor(after) {
  try {
    const [place, id] = JSON.parse(after);
    const isPlace = typeof place === "string" || typeof place === "number";
    return isPlace && Number.isSafeInteger(id) ? [place, id] : undefined;
  } catch {
    return undefined;
  }
}

function toOrganization(site) {
  if (site === undefined) return null;
  const { id, slug, name, url } = site;
  const defaults = { language: "en", section: "News", speakable: ["h1", "article p"] };
  return { ...defaults, id, slug, name, siteUrl: url, postUrlTemplate: "/articles/{slug}" };
}

/** Converts a row to a post. Leaves out fields that are NULL in the database. */
function toPost({ id, slug, title, html, tags, ...row }) {
  const optional = {
    articleSection: row.section,
    inLanguage: row.language,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    changedAt: row.changed_at,
  };
  const known = Object.entries(optional).filter(([, value]) => value !== null);
  return { id, slug, name: title, html, tags: JSON.parse(tags), ...Object.fromEntries(known) };
}

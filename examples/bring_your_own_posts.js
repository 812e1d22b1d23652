/**
 * Posts stay where they are: a content source of three functions answers from the host's own data.
 * Keys and counters are all that Postern keeps.
 *
 * Run: `npm run build && node examples/bring_your_own_posts.js`
 */
import { createPublicApi } from "postern";
import { memoryDriver } from "postern/storage-drivers/memory";

const acme = {
  id: "1",
  slug: "acme",
  name: "Acme",
  siteUrl: "https://acme.example",
  postUrlTemplate: "/news/{slug}",
  language: "en-GB",
  section: "News",
  speakable: ["h1", ".lead", "article p"],
};

/** Rows as a database gives them; the second has no usable `updatedAt`, so its `lastmod` is its `createdAt`. */
const rows = [
  { id: 1, name: "We open", slug: "we-open", html: "<p>On Monday.</p>", createdAt: "2026-03-02 08:00:00" },
  {
    id: 2,
    name: "We moved",
    slug: "we-moved",
    html: "<p>Next door.</p>",
    createdAt: 1772600000000,
    updatedAt: "?",
  },
];

const api = createPublicApi({
  storage: memoryDriver(),
  content: {
    findOrganization: async (slug) => (slug === acme.slug ? acme : null),
    getPost: async (organization, slug) => rows.find((row) => row.slug === slug) ?? null,
    listPosts: async (organization, { limit, after = "0" }) => {
      const start = Number(after);
      const next = start + limit < rows.length ? String(start + limit) : null;
      return { posts: rows.slice(start, start + limit), next };
    },
  },
});

const get = (path) => api.fetch(new Request(`http://localhost/api/public/v1${path}`));
console.log(await (await get("/post/acme?limit=1")).json());
console.log(await (await get("/sitemap/acme")).text());

/**
 * The posts stay in the host's own data, here an array. A content source of three functions reads them.
 * Postern stores only keys and counters.
 *
 * Run: `npm run build && node examples/bring_your_own_posts.js`
 */
import { createPublicApi } from "postern";
import { memoryDriver } from "postern/storage-drivers/memory";
import { arrayContent } from "./posts/array_content.js";

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

/** Rows from a database. The second row has no valid `updatedAt`, so its `lastmod` is its `createdAt`. */
const rows = [
  {
    organizationSlug: "acme",
    isPublished: true,
    id: 1,
    name: "We open",
    slug: "we-open",
    html: "<p>On Monday.</p>",
    tags: ["news"],
    createdAt: "2026-03-02T08:00:00Z",
  },
  {
    organizationSlug: "acme",
    isPublished: true,
    id: 2,
    name: "We moved",
    slug: "we-moved",
    html: "<p>Next door.</p>",
    createdAt: 1772600000000,
    updatedAt: "?",
  },
];

const api = createPublicApi({ storage: memoryDriver(), content: arrayContent([acme], rows) });

const get = (path) => api.fetch(new Request(`http://localhost/api/public/v1${path}`));
console.log(await (await get("/post/acme?limit=1&sort=-createdAt")).json());
console.log(await (await get("/post/acme?tag=news")).json());
console.log(await (await get("/sitemap/acme")).text());

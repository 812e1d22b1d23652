/**
 * Posts and users stay in the host's SQLite database. Postern stores keys, counters and knowledge bases in its own storage.
 *
 * Run: `npm run build && node examples/bring_your_own_database.js`
 */
import { createPublicApi } from "postern";
import { memoryDriver } from "postern/storage-drivers/memory";
import { databaseContent } from "./database/content_source.js";
import { databaseIdentity } from "./database/identity.js";
import { openDatabase } from "./database/schema.js";

const database = openDatabase();
database.exec(`
  INSERT INTO sites VALUES ('site-1', 'acme', 'Acme', 'https://acme.example');
  INSERT INTO accounts VALUES ('ada', 'site-1', 0, 1);
  INSERT INTO articles (site_slug, slug, title, html, created_at)
    VALUES ('acme', 'we-open', 'We open', '<h2>When?</h2><p>On Monday.</p>', 1772438400000);`);

const api = createPublicApi({
  storage: memoryDriver(),
  content: databaseContent(database),
  identity: databaseIdentity(database),
});
const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: "ada", name: "Newsletter" });

const get = (path) =>
  api.fetch(new Request(`http://localhost/api/public/v1${path}`, { headers: { "x-api-key": key } }));
console.log((await (await get("/post/acme")).json()).posts.map(({ url }) => url));
console.log((await (await get("/post/acme/we-open")).json()).faqEntries);

database.exec("UPDATE accounts SET is_disabled = 1");
console.log((await get("/post/acme")).status, "once the account is disabled");

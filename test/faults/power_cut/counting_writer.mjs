// Counts requests of a key, and prints the number of acknowledged requests. `saved` is the number that a power cut may no longer reduce.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createPublicApi } from "../../../dist/lib/mod.js";
import { openStorageDriver } from "../../../dist/storage-drivers/open_storage_driver.js";

const [setting] = process.argv.slice(2);
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const storage = await openStorageDriver(setting);
const api = createPublicApi({ storage, rateLimit: { perDay: 10_000 } });
const organizationSlug = "acme";
await api.organizations.create({ slug: organizationSlug, name: "Acme", siteUrl: "https://acme.example" });
const { id: userId } = await api.users.create({ name: "Ada" });
await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
const { key } = await api.apiKeys.generate({ organizationSlug, userId, name: "test" });

for (let counted = 1; counted <= 90; counted++) {
  const url = `http://localhost/api/public/v1/sitemap/${organizationSlug}`;
  const response = await api.fetch(new Request(url, { headers: { "x-api-key": key } }));
  if (response.status !== 200) throw new Error(String(response.status));
  say({ key, counted });
  if (counted % 30 !== 0) continue;
  // The totals are saved after a second. A later commit of content is acknowledged after them.
  await sleep(1200);
  await api.organizations.update(organizationSlug, { name: `Acme ${counted}` });
  say({ key, saved: counted });
}

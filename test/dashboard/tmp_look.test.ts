import { it } from "vitest";
import { launch } from "../browser.ts";
import { openDashboardWorld } from "./dashboard_world.ts";
import { openSignedIn, serveWorld } from "./served_world.ts";

it("looks", { timeout: 240_000 }, async () => {
  const browser = await launch();
  const world = await openDashboardWorld({}, { rateLimit: { perDay: 200 } });
  const { api, owner } = world;
  const { clock } = world.world;
  for (let n = 0; n < 120; n++) await api.posts.create("acme", { name: ["How do API keys expire?", "Wie lange dauert eine Lieferung nach Donaudampfschifffahrtsgesellschaft?", "هل يمكنني استرداد المبلغ؟", "Changes in our privacy policy"][n % 4] + (n > 3 ? ` ${n}` : ""), slug: `p${n}`, html: "<h2>Why?</h2><p>Because it is so.</p>", status: (["published", "draft", "archived", "published"] as const)[n % 4], inLanguage: ["en", "de", "ar", "en"][n % 4], articleSection: ["Guides", "Hilfe", "Help"][n % 3], tags: n % 3 ? ["keys", "security"] : [] });
  for (const name of ["Web site", "Support bot", "Search crawler"]) await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name, expiresIn: "90d" });
  await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: "Staging", expiresIn: "15d" });
  for (let n = 0; n < 8; n++) { const u = await api.users.create({ name: `Grace Hopper ${n}`, email: `grace${n}@acme.example` }); await api.users.addToOrganization(u.id, { organizationSlug: "acme", role: "editor" }); }
  const server = await serveWorld(world);
  for (let day = 0; day < 12; day++) {
    for (let n = 0; n < 6 + ((day * 7) % 23); n++) await api.fetch(new Request(`${server.url}/api/public/v1/post/acme/p${n % 9}`, { headers: { "x-api-key": owner.key } }));
    for (const q of ["invoice pdf", "sso"]) await api.fetch(new Request(`${server.url}/api/public/v1/search/acme?q=${q}`));
    await api.fetch(new Request(`${server.url}/api/public/v1/post/acme`, { headers: { "x-api-key": "wrong" } }));
    clock.advance(24 * 3600 * 1000);
  }
  const paths = process.env["LOOK"]?.split(",") ?? ["", "posts", "settings/members", "settings/members/invite", "insight", "import-posts", "settings/organization", `settings/api-keys/${owner.keyId}`, "settings/audit", "knowledge-base", "settings/webhooks", "posts/p0/edit", "posts/p0"];
  for (const [look, options] of [["light", { viewport: { width: 1280, height: 800 } }], ["dark", { colorScheme: "dark", viewport: { width: 1280, height: 800 } }], ["phone", { viewport: { width: 375, height: 740 } }]] as const) {
    const { page, close } = await openSignedIn({ browser, server, world }, owner.userId, options);
    for (const path of paths) {
      await page.goto(`${server.url}/dashboard/o/acme/${path}`);
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/look/${look}_${path.replaceAll("/", "_") || "overview"}.png`, fullPage: look === "light" });
    }
    await close();
  }
  await browser.close();
  await server.close();
});

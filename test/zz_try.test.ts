import { it } from "vitest";
import { createPublicApi } from "../lib/mod.ts";
import { openPostgres } from "./access/storages.ts";
import { ManualClock } from "./manual_clock.ts";
it("x", async () => {
  const clock = new ManualClock();
  const { storage, close } = await openPostgres(clock);
  const api = createPublicApi({ storage: storage as never, clock, onError: (e) => console.error(e) } as never);
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "The shop", html: "<p>About us.</p><h2 id='hours'>When are you open?</h2><p>We open at nine. We sell running shoes.</p>" });
  const r = await api.fetch(new Request("http://localhost/api/public/v1/search/acme?q=running+shoes"));
  console.log(r.status, await r.text());
  await close();
});

import { expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { type DashboardWorld, openAs } from "./dashboard_world.ts";

const secret = { organizationSlug: "acme", slug: "secret" };

/** Gives the draft "secret" another text. */
async function writeChanges(world: DashboardWorld): Promise<void> {
  const actor = await signedIn(world, world.owner.userId);
  const markdown = "> [!TIP]\n> Soon\n\n![Plan](/plan.png)\n\n<script>alert(1)</script>";
  const input = { name: "Secret & new", markdown, inLanguage: "de" };
  const { text } = world.api.admin.posts;
  const { version } = await text.get({ actor, slug: "secret" });
  await text.save({ actor, slug: "secret" }, input, { ifMatch: version });
}

/** Opens the address of a new preview link that the dashboard shows. */
async function createdAddress(visitor: Awaited<ReturnType<typeof openAs>>["visitor"]): Promise<string> {
  const created = await visitor.send("/o/acme/posts/secret/preview-links", {
    expiresIn: "1d",
    "form-id": "one",
  });
  return (/id="new-link" data-copy>([^<]+)</.exec(await created.text())?.[1] ?? "").replaceAll("&amp;", "&");
}

it("shows a person the text that its writers see", async () => {
  const { world, visitor } = await openAs("editor");
  const address = await createdAddress(visitor);
  await writeChanges(world);
  const response = await world.api.fetch(new Request(`${address}&utm_source=mail`));
  const page = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(response.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
  });
  expect(page).toContain('<html lang="de" dir="auto">');
  expect(page).toContain('<h1 dir="auto">Secret &amp; new</h1>');
  expect(page).toContain('<aside class="admonition tip">');
  expect(page).toContain('src="https://acme.example/plan.png"');
  expect(page).toContain("<time datetime=");
  const json = await world.api.fetch(new Request(address.replace("/preview/", "/post/")));
  expect(await json.json()).toMatchObject({ name: "Secret & new", inLanguage: "de" });
  expect((await world.api.posts.get(secret))?.status).toBe("draft");
});

it("explains a link that shows nothing, with the status of the API", async () => {
  const { world, visitor } = await openAs("editor");
  const address = await createdAddress(visitor);
  const { organizationSlug, slug } = secret;
  for await (const { id } of world.api.previews.iterate(secret)) {
    await world.api.previews.revoke({ organizationSlug, slug }, id);
  }
  const wrong = [
    address,
    address.slice(0, -1),
    address.replace("secret", "nothing"),
    address.replace("acme", "none"),
  ];
  for (const url of wrong) {
    const response = await world.api.fetch(new Request(url));
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toContain("This link shows nothing");
  }
});

it("leads to the site's own preview, which is on the site's host", async () => {
  const { world, visitor } = await openAs("owner");
  const { organizations } = world.api;
  const previewUrl = "https://acme.example/preview?slug={slug}&token={token}";
  await organizations.update("acme", { previewUrl });
  expect(await createdAddress(visitor)).toMatch(
    /^https:\/\/acme\.example\/preview\?slug=secret&token=[a-z2-7]{48}$/,
  );
  const refused = [
    ["http://acme.example/?{slug}{token}", "must be an absolute https URL"],
    ["https://acme.example/{slug}", "must contain {slug} and {token} once each"],
    ["https://user@acme.example/{slug}/{token}", "must be an absolute https URL"],
    ["https://evil.example/{slug}/{token}", "must be on the host of siteUrl, acme.example"],
    ["https://acme.example:8443/{slug}/{token}", "must be on the host of siteUrl, acme.example"],
  ] as const;
  for (const [url, reason] of refused) {
    await expect(organizations.update("acme", { previewUrl: url })).rejects.toThrow(reason);
  }
  await expect(organizations.update("acme", { siteUrl: "https://new.example" })).rejects.toThrow(
    "previewUrl",
  );
  const page = await visitor.page("/o/acme/settings/organization");
  expect(page).toContain('name="previewUrl"');
  await organizations.update("acme", { previewUrl: null, siteUrl: "https://new.example" });
});

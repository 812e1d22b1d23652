import { describe, expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { openAs, openDashboardWorld, signInAs, visit } from "./dashboard_world.ts";
import { fieldsIn, post } from "./editor_world.ts";

const attack = `"'></textarea></p><script>alert(1)</script><img src=x onerror=alert(2)>`;
const address = { organizationSlug: "acme", slug: "hello" };

describe("the editor's pages", () => {
  it("escape every field of a working copy, of a conflict and of a comparison", async () => {
    const { world, visitor } = await openAs("editor");
    const actor = await signedIn(world, world.owner.userId);
    const input = {
      name: attack,
      description: attack,
      authors: [attack, "B"],
      tags: [attack.slice(0, 100)],
      articleSection: attack,
      inLanguage: "en-US",
      image: `https://a.example/?${encodeURIComponent(attack)}`,
      markdown: `## ${attack}?\n\n${attack}`,
    };
    await world.api.admin.posts.workingCopy.save({ actor, slug: "hello" }, input, { ifMatch: null });
    const pages = ["edit", "revisions/1?against=copy", `revisions/1?against=${encodeURIComponent(attack)}`];
    for (const path of pages) {
      const page = await visitor.page(`${post}/${path}`);
      expect([path, page.includes("<script>alert"), page.includes("<img src=x")]).toEqual([
        path,
        false,
        false,
      ]);
    }
    const opened = fieldsIn(await visitor.page(`${post}/edit`));
    expect(opened["content"]).toBe(input.markdown);
    await world.api.posts.update(address, { name: `${attack} 2`, html: attack });
    const stale = { ...opened, version: "", content: attack, dialect: attack };
    const refused = await visitor.send(`${post}/working-copy`, stale);
    const conflict = await refused.text();
    expect(refused.status).toBe(409);
    expect([conflict.includes("<script>alert"), conflict.includes("<img src=x")]).toEqual([false, false]);
    await world.api.sessions.endAll(visitor.userId);
    const ended = await visit(world, `${post}/working-copy`, { form: { ...opened, [attack]: attack } });
    expect([ended.status, (await ended.text()).includes("<script>alert")]).toEqual([401, false]);
  });

  it("serve the preview of a working copy without scripts and with an origin of its own", async () => {
    const { world, visitor } = await openAs("editor");
    const actor = await signedIn(world, world.owner.userId);
    const copy = { name: "A", html: `<p onclick="alert(1)">Mine</p>` };
    await world.api.admin.posts.workingCopy.save({ actor, slug: "hello" }, copy, { ifMatch: null });
    const preview = await visit(world, `${post}/working-copy/preview`, visitor);
    expect(preview.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(await preview.text()).toContain("Mine");
  });

  it("keep Markdown that cannot be rendered here, and say so", async () => {
    const { world, visitor } = await openAs("editor");
    const actor = await signedIn(world, world.owner.userId);
    const markdown = "*long* ".repeat(20_000);
    const copy = { name: "Long", markdown, articleSection: "A", inLanguage: "en" };
    await world.api.admin.posts.workingCopy.save({ actor, slug: "hello" }, copy, { ifMatch: null });
    const page = await visit(world, `${post}/edit`, visitor);
    const shown = await page.text();
    expect(page.status).toBe(200);
    expect(shown).toContain("characters long");
    const changed: Record<string, string> = { ...fieldsIn(shown), name: "Longer" };
    expect(changed["content"]).toBe(markdown);
    const refused = await visitor.send(`${post}/working-copy`, { ...changed, action: "apply" });
    const again = fieldsIn(await refused.text());
    expect([refused.status, again["name"], again["content"]]).toEqual([413, "Longer", markdown]);
    const stored = await world.api.admin.posts.workingCopy.get({ actor, slug: "hello" });
    expect(stored).toMatchObject({ name: "Longer", markdown });
    expect(again["version"]).toBe(stored?.version);
  });

  it("refuse a form of another site", async () => {
    const world = await openDashboardWorld();
    const { cookie } = await signInAs(world, "editor");
    const form = { name: "Theirs", content: "Theirs" };
    const headers = { "sec-fetch-site": "cross-site" };
    const refused = await visit(world, `${post}/working-copy`, { cookie, form, headers });
    expect([refused.status, (await refused.text()).includes("Theirs")]).toEqual([403, false]);
  });
});

import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi, StoreLimitError } from "../../lib/mod.ts";
import type { OpenEngine } from "../../lib/store/testing/mod.ts";
import { unstorageDriver } from "../../storage-drivers/unstorage_driver.ts";
import { allOf } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";

/** Tests posts whose commits have more records than some engines allow. */
export function describeManyRedirects(openEngine: (clock: ManualClock) => Promise<OpenEngine>): void {
  describe("a post with many redirects", () => {
    const aliases = Array.from(
      { length: 100 },
      (_, index) => `/2016/03/former-address-of-the-post-${index}/`,
    );
    const countOf = async (api: PublicApi): Promise<number> =>
      (await allOf(api.redirects.iterate("acme"))).length;

    async function withApi(work: (api: PublicApi, engine: OpenEngine) => Promise<void>): Promise<void> {
      const clock = new ManualClock();
      const engine = await openEngine(clock);
      const storage = unstorageDriver("remote", engine.atomic, () => undefined);
      const api = createPublicApi({ storage, clock });
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      await work(api, engine);
      await untilIdle(api);
      await engine.close();
    }

    it("is added with 100 aliases, changed and deleted", () =>
      withApi(async (api) => {
        await api.posts.create("acme", { slug: "hello", name: "Hello", html: "<p>Hello</p>", aliases });
        expect(await countOf(api)).toBe(100);
        const address = { organizationSlug: "acme", slug: "hello" };
        const others = aliases.map((alias) => alias.replace("2016", "2017"));
        await api.posts.update(address, { aliases: others });
        expect(await countOf(api)).toBe(100);
        await api.posts.update(address, { slug: "renamed" });
        expect(await countOf(api)).toBe(101);
        expect(await api.posts.delete({ ...address, slug: "renamed" })).toBe(true);
        expect(await countOf(api)).toBe(0);
      }));

    it("is deleted with 120 redirects", () =>
      withApi(async (api) => {
        await api.posts.create("acme", { slug: "hello", name: "Hello", html: "<p>Hello</p>" });
        for (let index = 0; index < 120; index++) {
          await api.redirects.add("acme", { from: `/old/${index}/`, slug: "hello" });
        }
        expect(await countOf(api)).toBe(120);
        await api.posts.delete({ organizationSlug: "acme", slug: "hello" });
        expect(await countOf(api)).toBe(0);
      }));

    it("is refused whole if its text is too long for the store", () =>
      withApi(async (api, { atomic: { limits } }) => {
        const most = limits?.valueBytes;
        if (most === undefined) return;
        const create = async (html: string): Promise<unknown> =>
          api.posts.create("acme", { slug: "long", name: "Long", html });
        await expect(create(`<p>${"x".repeat(most)}</p>`)).rejects.toBeInstanceOf(StoreLimitError);
        expect(await api.posts.get({ organizationSlug: "acme", slug: "long" })).toBeNull();
        // One character of three bytes does not halve the room.
        await create(`<p>’${"x".repeat(most - 2000)}</p>`);
      }));
  });
}

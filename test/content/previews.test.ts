import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf } from "../async_items.ts";

const post = { organizationSlug: "acme", slug: "hello" };

it("lists all preview links of a post, also more than an earlier version allowed, and deletes them with the post", async () => {
  const clock = new ManualClock();
  const storage = memoryDriver({ clock });
  const api = createPublicApi({ storage, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { slug: "hello", name: "Hello", html: "" });
  await api.previews.create(post);
  const links = async (): Promise<{ key: string; value: object }[]> =>
    (await storage.atomic.list("org!acme", { limit: 1000 })).filter(({ key }) => key.startsWith("preview"));
  const first = (await links()).find(({ key }) => key.startsWith("preview!"));
  const sets = Array.from({ length: 249 }, (_, number) => {
    const id = `link${number}`;
    const { data, ...envelope } = (first?.value ?? {}) as { data: object };
    const [kind = "", postId = ""] = first?.key.split("!") ?? [];
    return { key: `${kind}!${postId}!${id}`, value: { ...envelope, data: { ...data, id } } };
  });
  await storage.atomic.commit("org!acme", { sets });
  expect(await allOf(api.previews.iterate(post))).toHaveLength(250);
  await expect(api.previews.create(post)).rejects.toThrow("100 links already");
  await api.posts.delete(post);
  expect(await links()).toEqual([]);
});

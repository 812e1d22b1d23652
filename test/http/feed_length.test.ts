import { parseRssFeed } from "feedsmith";
import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

it("has the newest 20 posts in a feed, and the newest 500 in llms.txt", async () => {
  const api = createPublicApi({ storage: memoryDriver() });
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    feeds: true,
  });
  const numbers = Array.from({ length: 501 }, (_, index) => index);
  for (const number of numbers) {
    const createdAt = Date.UTC(2026, 0, 1) + number * 1000;
    await api.posts.create("acme", { name: `Post ${number}`, createdAt });
  }
  const read = async (path: string): Promise<string> =>
    (await api.fetch(new Request(`http://localhost/api/public/v1/${path}`))).text();
  const newest = numbers.toReversed().map((number) => `Post ${number}`);
  const { items = [] } = parseRssFeed(await read("feed/acme/rss.xml"));
  expect(items.map(({ title }) => title)).toEqual(newest.slice(0, 20));
  const links = (await read("llms/acme")).matchAll(/^- \[(.*?)\]/gm);
  expect(Array.from(links, ([, title]) => title)).toEqual(newest.slice(0, 500));
});

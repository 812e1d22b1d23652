import { expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

const posts = 1500;
const text = "some words that all posts have in common ".repeat(25);

it("posts that are too large for an index are refused after a sample, until they are fewer", async () => {
  const clock = new ManualClock();
  const { atomic, ...driver } = memoryDriver({ clock });
  let read = 0;
  const counted = forwardAtomic(atomic, {
    getMany: (addresses) => {
      read += addresses.filter(({ key }) => key.startsWith("html!")).length;
      return atomic.getMany(addresses);
    },
  });
  const limits = { searchBytes: 2_500_000 };
  const api: PublicApi = createPublicApi({
    storage: { ...driver, atomic: counted },
    clock,
    limits,
    onError: () => undefined,
  });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (let post = 0; post < posts; post++) {
    await api.posts.create("acme", { name: `Post ${post}`, slug: `post-${post}`, html: `<p>${text}</p>` });
  }
  const search = async (): Promise<{ status: number; read: number }> => {
    read = 0;
    const url = "http://localhost/api/public/v1/search/acme?q=words";
    const { status } = await api.fetch(new Request(url));
    return { status, read };
  };
  const remove = async (from: number, to: number): Promise<void> => {
    for (let post = from; post < to; post++) {
      await api.posts.delete({ organizationSlug: "acme", slug: `post-${post}` });
    }
  };
  expect(await search()).toEqual({ status: 507, read: 500 });
  expect(await search()).toEqual({ status: 507, read: 0 });
  await api.posts.update({ organizationSlug: "acme", slug: "post-0" }, { html: "<p>words</p>" });
  expect(await search()).toEqual({ status: 507, read: 500 });
  await remove(400, posts);
  expect((await search()).status).toBe(200);
  await api.events.settle();
}, 60_000);

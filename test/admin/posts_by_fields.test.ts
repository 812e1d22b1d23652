import { expect, it } from "vitest";
import { openAdminWorld } from "./admin_world.ts";

it("GET /posts filters and sorts posts of every status by fields of the organization", async () => {
  const { api, read, send } = await openAdminWorld();
  const postFields = [{ name: "rating", type: "number", isFilterable: true } as const];
  await api.organizations.update("acme", { postFields });
  for (const [index, rating] of [3, undefined, 5, 3].entries()) {
    const status = index === 0 ? "draft" : "published";
    const custom = rating === undefined ? {} : { rating };
    await send("POST", "/posts", { name: `P${index}`, slug: `p${index}`, status, custom });
  }
  const slugs = async (query: string): Promise<string[]> => {
    const { posts } = await read<{ posts: { slug: string }[] }>("GET", `/posts?limit=3&${query}`);
    return posts.map(({ slug }) => slug);
  };
  expect(await slugs("custom.rating=3&sort=name")).toEqual(["p0", "p3"]);
  const first = await read<{ nextCursor: string }>("GET", "/posts?sort=-custom.rating&limit=3");
  expect(await slugs("sort=-custom.rating")).toEqual(["p2", "p3", "p0"]);
  expect(await slugs(`sort=-custom.rating&cursor=${first.nextCursor}`)).toEqual(["p1", "hello", "secret"]);
  const refused = await send("GET", "/posts?custom.price=3");
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("custom.rating.from"),
  ]);
});

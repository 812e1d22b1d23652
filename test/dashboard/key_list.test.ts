import { expect, it } from "vitest";
import { openDashboardWorld, signIn, visit } from "./dashboard_world.ts";

/** Returns the names in the rows of a list page. */
function namesOf(page: string): string[] {
  return [...page.matchAll(/<th scope="row"><a [^>]*>([^<]*)</g)].map((match) => match[1] ?? "");
}

it("finds one of 200 keys, and shows 25 keys on a page", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const { userId } = owner;
  for (let index = 1; index <= 199; index++) {
    const expiresIn = index <= 3 ? "7d" : "90d";
    const name = `Site ${index}`;
    const { id } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name, expiresIn });
    if (index > 197) await api.apiKeys.revoke({ organizationSlug: "acme", keyId: id });
  }
  const { cookie } = await signIn(world, userId);
  const list = async (query: string): Promise<string> =>
    (await visit(world, `/o/acme/settings/api-keys${query}`, { cookie })).text();
  const first = await list("");
  expect(namesOf(first)).toHaveLength(25);
  expect(first).toContain("1–25 of 199");
  const second = await list("?page=2");
  // Two keys of the world have the same name.
  const both = namesOf(second).filter((name) => name !== "Test" && namesOf(first).includes(name));
  expect(both).toEqual([]);
  expect(second).toMatch(/rel="prev".*\n.*rel="next"/);
  expect(await list("?page=8")).toContain("176–199 of 199");
  expect(namesOf(await list("?search=SITE+42"))).toEqual(["Site 42"]);
  expect(namesOf(await list("?view=expiring&sort=name"))).toEqual(["Site 1", "Site 2", "Site 3"]);
  expect(namesOf(await list("?view=revoked&sort=name"))).toEqual(["Site 198", "Site 199"]);
  expect(await list("?search=nothing-like-it")).toContain("No key of this view matches.");
  expect(namesOf(await list("?view=unknown&sort=unknown&page=-1"))).toHaveLength(25);
});

import { beforeEach, expect, it } from "vitest";
import { type DashboardWorld, openDashboardWorld, type SignedIn, signIn, visit } from "./dashboard_world.ts";

const address = "/o/acme/settings/api-keys";
const day = 24 * 60 * 60 * 1000;

let world: DashboardWorld;
let owner: SignedIn;
beforeEach(async () => {
  world = await openDashboardWorld();
  owner = await signIn(world, world.owner.userId);
});

/** Generates keys named "Site 1" and so on, one a minute. Returns their ids. */
async function generate(count: number, expiresIn = "90d"): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    world.world.clock.advance(60_000);
    const input = { organizationSlug: "acme", userId: owner.userId, name: `Site ${number}`, expiresIn };
    ids.push((await world.api.apiKeys.generate(input)).id);
  }
  return ids;
}

const list = async (query = ""): Promise<string> => owner.page(address + query);

/** Returns the names in the rows of a list page. */
function namesOf(page: string): string[] {
  return [...page.matchAll(/<th scope="row"><a [^>]*>([^<]*)</g)].map((match) => match[1] ?? "");
}

function sites(first: number, last: number): string[] {
  return Array.from({ length: first - last + 1 }, (_, index) => `Site ${first - index}`);
}

/** Follows the link to the next or previous page. */
async function follow(page: string, rel: "next" | "prev"): Promise<string> {
  const path = new RegExp(`rel="${rel}" href="/dashboard([^"]+)"`).exec(page)?.[1] ?? "";
  return owner.page(path.replaceAll("&amp;", "&"));
}

/** Returns the numbers that the poll of a page would get, by the id of their cell. */
async function poll(page: string): Promise<Record<string, string>> {
  const source = /data-usage-source="\/dashboard([^"]+)"/.exec(page)?.[1] ?? "";
  const response = await visit(world, source.replaceAll("&amp;", "&"), owner);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, string>;
}

const cellsOf = (page: string): string[] =>
  [...page.matchAll(/data-usage="([^"]+)"/g)].map((match) => match[1] ?? "").toSorted();

it("shows 25 live keys on a page, newest first, and leads forward and back", async () => {
  await generate(60);
  const first = await list();
  expect(namesOf(first)).toEqual(sites(60, 36));
  expect(first).toContain("<span>1–25</span>");
  const second = await follow(first, "next");
  expect(namesOf(second)).toEqual(sites(35, 11));
  const third = await follow(second, "next");
  expect(third).toContain("<span>51–62</span>");
  expect(namesOf(third)).toEqual([...sites(10, 1), "Test", "Test"]);
  expect(third).not.toContain('rel="next"');
  expect(await follow(third, "prev")).toBe(second);
  expect(await follow(second, "prev")).toBe(first);
});

it("shows ended keys in a view of their own, the last ended first", async () => {
  const [revoked = "", rolled = ""] = await generate(2);
  await generate(1, "7d");
  const grant = { organizationSlug: "acme" };
  await world.api.apiKeys.revoke({ ...grant, keyId: revoked });
  world.world.clock.advance(8 * day);
  owner = await signIn(world, owner.userId);
  await world.api.apiKeys.revoke({ ...grant, keyId: rolled });
  expect(namesOf(await list())).toEqual(["Test", "Test"]);
  const ended = await list("?view=ended");
  expect(namesOf(ended)).toEqual(["Site 2", "Site 1", "Site 1"]);
  expect(ended).not.toContain("data-usage-source");
  expect([...ended.matchAll(/class="tag[^"]*">(revoked|expired)</g)].map(([, state]) => state)).toEqual([
    "revoked",
    "expired",
    "revoked",
  ]);
});

it("shows keys that expire within 14 days, the next to expire first", async () => {
  const [late = ""] = await generate(1, "13d");
  const [soon = "", revoked = "", rolled = ""] = await generate(3, "7d");
  await generate(1, "15d");
  const grant = { organizationSlug: "acme" };
  await world.api.apiKeys.revoke({ ...grant, keyId: revoked });
  const { id: next } = await world.api.apiKeys.roll({ ...grant, keyId: rolled }, { overlap: "24h" });
  const page = await list("?view=expiring");
  const ids = [...page.matchAll(/<th scope="row"><a href="[^"]*\/(\w+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([rolled, soon, next, late]);
  expect(Object.keys(await poll(page)).toSorted()).toEqual(cellsOf(page));
  expect(namesOf(await list("?view=expiring&search=site+1"))).toEqual(["Site 1", "Site 1"]);
  const overview = await owner.page("/o/acme");
  expect(overview).toContain("4 within 14 days of expiry");
});

it("finds keys by parts of their name, by id, and by their shown start", async () => {
  const ids = await generate(30);
  const { id } = await world.api.apiKeys.generate({
    organizationSlug: "acme",
    userId: owner.userId,
    name: "Größe der Läden",
  });
  const { start } = (await world.api.apiKeys.get({ organizationSlug: "acme", keyId: id })) ?? { start: "" };
  const found: [search: string, names: string[]][] = [
    ["grosse", ["Größe der Läden"]],
    ["LAD der", ["Größe der Läden"]],
    [id, ["Größe der Läden"]],
    [id.slice(0, 9), ["Größe der Läden"]],
    [start, ["Größe der Läden"]],
    // No id begins with 1.
    ["site 19", ["Site 19"]],
    [ids[11] ?? "", ["Site 12"]],
    ["Größe nothing", []],
  ];
  for (const [search, names] of found) {
    const page = await list(`?${new URLSearchParams({ search }).toString()}`);
    expect([search, namesOf(page)]).toEqual([search, names]);
  }
  expect(await list("?search=nothing")).toContain("No key of this view matches.");
  const first = await list("?search=sit");
  const second = await follow(first, "next");
  expect([namesOf(first).length, namesOf(second).length]).toEqual([25, 5]);
  expect(second).toContain('value="sit"');
  expect(await list("?view=ended&search=sit")).toContain("No key of this view matches.");
});

it("finds a key by its whole text, its id and the beginnings of both, and never puts the text into an address", async () => {
  const [id = "", ended = ""] = await generate(5);
  await world.api.apiKeys.revoke({ organizationSlug: "acme", keyId: ended });
  const { key } = await world.world.createKey({ role: "owner", name: "Leaked" });
  const leaked = key.split("_")[1] ?? "";
  const find = async (search: string, view = ""): Promise<string> => {
    const response = await owner.send(`${address}/find`, { search, view });
    expect([search, response.status]).toEqual([search, 303]);
    return (response.headers.get("location") ?? "").replace("/dashboard", "");
  };
  for (const [search, name] of [
    [key, "Leaked"],
    [` ${key}\n`, "Leaked"],
    [key.slice(0, -7), "Leaked"],
    [`postern_${leaked}`, "Leaked"],
    [`postern_${leaked.slice(0, 9)}`, "Leaked"],
    [leaked, "Leaked"],
    [leaked.slice(0, 9), "Leaked"],
    [id, "Site 1"],
    [`postern_${ended}`, "Site 2"],
  ] as const) {
    const place = await find(search);
    expect([search, place.includes(key.slice(-20))]).toEqual([search, false]);
    expect([search, namesOf(await owner.page(place))]).toEqual([search, [name]]);
  }
  expect(await owner.page(await find(key))).toContain(`href="/dashboard${address}/${leaked}/revoke"`);
  expect(await find(ended)).toContain("view=ended");
  expect(await find(leaked, "ended")).not.toContain("view=ended");
  const direct = await visit(world, `${address}?search=${key}&view=live`, owner);
  expect([direct.status, direct.headers.get("location")]).toEqual([
    303,
    `/dashboard${address}?search=${leaked}&view=live`,
  ]);
});

it("numbers the view that a page shows as a whole", async () => {
  const tabOf = (page: string): string => /aria-current="true">([^<]*)</.exec(page)?.[1] ?? "";
  expect(tabOf(await list())).toBe("Live 2");
  expect(tabOf(await list("?view=ended"))).toBe("Expired and revoked 0");
  expect(tabOf(await list("?view=expiring"))).toBe("Expiring 0");
  await generate(24);
  expect(tabOf(await list())).toBe("Live");
});

it("polls the numbers of the keys that a page shows", async () => {
  await generate(60);
  const first = await list();
  const second = await follow(first, "next");
  for (const page of [first, second, await list("?search=site+1")]) {
    expect(cellsOf(page).length).toBeGreaterThan(0);
    expect(Object.keys(await poll(page)).toSorted()).toEqual(cellsOf(page));
  }
});

it("replaces unknown values of old addresses", async () => {
  expect(namesOf(await list("?view=unknown&sort=name&page=2"))).toEqual(["Test", "Test"]);
});

it.each(["%00", "key", "key-live!x", "%ff", "a".repeat(4000)])("survives the cursor %s", async (after) => {
  for (const path of [address, `${address}/usage`]) {
    for (const view of ["live", "expiring", "ended"]) {
      const response = await visit(world, `${path}?view=${view}&after=${after}`, owner);
      expect([path, view, response.status]).toEqual([path, view, 200]);
    }
  }
});

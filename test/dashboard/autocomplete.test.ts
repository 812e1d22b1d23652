import { load } from "cheerio";
import { beforeAll, expect, it } from "vitest";
import { type DashboardWorld, openDashboardWorld, type SignedIn, signIn, visit } from "./dashboard_world.ts";
import { filledPath, pages } from "./page_paths.ts";

/** Fields about the visitor, by page and name. Browsers may fill them from the visitor's own data. */
const own: Readonly<Record<string, string>> = {};

const others: readonly string[] = ["/sessions", "/organizations", "/invitations", "/sign-in"];

let world: DashboardWorld;
let owner: SignedIn;
beforeAll(async () => {
  world = await openDashboardWorld();
  const postFields = [{ name: "rating", type: "number" }] as const;
  await world.api.organizations.update("acme", { postFields });
  owner = await signIn(world, world.owner.userId);
});

const named = pages.filter(({ path }) => !/palette|usage|csv|preview$/.test(path));
const paths: [name: string, path: (from: DashboardWorld) => string][] = [
  ...named.map(({ name, path, query }): [string, (from: DashboardWorld) => string] => [
    name,
    (from) => `/o/${filledPath(path, from)}${query}`,
  ]),
  ...others.map((path): [string, () => string] => [path, () => path]),
];

it.each(paths)("each field says which data of the browser may fill it: %s", async (name, path) => {
  const { cookie } = owner;
  const response = await visit(world, path(world), name === "/sign-in" ? {} : { cookie });
  const $ = load(await response.text());
  const fields = $("input, select, textarea").not(
    "[type=hidden], [type=checkbox], [type=radio], [type=file], [hidden]",
  );
  for (const field of fields.toArray()) {
    const known = `${name} ${$(field).attr("name")}`;
    // A long text is kept when its page is opened again.
    const usual = field.tagName === "textarea" ? "on" : "off";
    expect([known, $(field).attr("autocomplete")]).toEqual([known, own[known] ?? usual]);
  }
});

import { beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { withoutSecrets } from "../../lib/base/secrets/without_secrets.ts";
import {
  type DashboardWorld,
  openDashboardWorld,
  type SignedIn,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";
import { filledPath, pages } from "./page_paths.ts";

/** A form that searches: the page that has it, its method and the name of its input. */
interface SearchForm {
  page: string;
  method: string;
  name: string;
}

describe("a key that is pasted into a search", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  let key: string;
  let id: string;
  const forms: SearchForm[] = [];
  beforeAll(async () => {
    world = await openDashboardWorld();
    owner = await signIn(world, world.owner.userId);
    ({ key } = world.owner);
    id = world.owner.keyId;
    for (const path of new Set(pages.map((page) => page.path))) {
      const response = await visit(world, `/o/${filledPath(path, world)}`, owner);
      const text = response.headers.get("content-type")?.startsWith("text/html") ? await response.text() : "";
      for (const [, form = "", rest = ""] of text.matchAll(
        /<form ([^>]*role="search"[^>]*)>([^]*?)<\/form>/g,
      )) {
        const [, method = ""] = /method="(\w+)"/.exec(form) ?? [];
        const [, action = ""] = /action="\/dashboard([^"]*)"/.exec(form) ?? [];
        const [input = ""] = /<input[^>]*type="search"[^>]*>/.exec(rest) ?? [];
        const [, name = ""] = /name="(\w+)"/.exec(input) ?? [];
        if (name !== "") forms.push({ page: action, method, name });
      }
    }
  }, 60_000);

  it("is sent by known forms", () => {
    expect(
      forms.map(({ page, method, name }) => `${method} ${page.replace("/o/acme/", "")} ${name}`).toSorted(),
    ).toEqual([
      "get knowledge-base search",
      "get pictures search",
      "get posts search",
      "get settings/members search",
      "get settings/webhooks search",
      "post search q",
      "post settings/api-keys/find search",
    ]);
  });

  it("is cut to its id before anything else reads it, and leads to the keys", async () => {
    for (const { page, method, name } of forms) {
      const query = `?${new URLSearchParams({ [name]: key }).toString()}`;
      const sent =
        method === "get" ? await visit(world, page + query, owner) : await owner.send(page, { [name]: key });
      const location = sent.headers.get("location") ?? "";
      expect([page, sent.status, location.includes(id), location.includes(key.slice(-20))]).toEqual([
        page,
        303,
        true,
        false,
      ]);
      expect(withoutSecrets(page + query)).not.toContain(key.slice(-20));
      const shown = await owner.page(location.replace("/dashboard", ""));
      const way = `settings/api-keys${method === "get" ? `?search=${id}"` : `/${id}`}`;
      expect([page, shown.includes(way), shown.includes(key.slice(-20))]).toEqual([page, true, false]);
    }
    const { queries } = await world.api.admin.search.listMissed(await signedIn(world, owner.userId));
    expect(JSON.stringify(queries)).not.toContain(key.slice(-20));
  });

  it("is for a member who manages keys, if the visitor does not", async () => {
    const viewer = await signInAs(world, "viewer");
    const shown = await viewer.page(`/o/acme/posts?search=${id}`);
    expect(shown).toContain("Ask a member who manages the keys");
    expect(shown).not.toContain("settings/api-keys?");
    expect(await viewer.page("/o/acme/posts?search=hello")).not.toContain("looks like an API key");
  });
});

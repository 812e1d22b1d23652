import { expect, it } from "vitest";
import { allOf } from "../async_items.ts";
import {
  type DashboardWorld,
  openAs,
  openDashboardWorld,
  type SignedIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";
import { openHostWorld } from "./host_world.ts";

const page = "/o/acme/settings/members";

/** Sends the form and follows the redirect. */
async function add(
  world: DashboardWorld,
  visitor: SignedIn,
  fields: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const form = { role: "author", "form-id": JSON.stringify(fields), ...fields };
  const response = await visitor.send(`${page}/invite`, form);
  const next = response.headers.get("location")?.replace("/dashboard", "").replace(/#.*/, "");
  const shown = next === undefined ? response : await visit(world, next, visitor);
  return { status: response.status, text: await shown.text() };
}

it("invites the user with the email address, and responds the same if no user has it", async () => {
  const { world, visitor } = await openAs("admin");
  for (const email of ["eve@other.example", "nobody@other.example"]) {
    const invited = await add(world, visitor, { email, name: "Another name" });
    expect(invited.status).toBe(200);
    expect(invited.text).toContain(`Pass this link on to <strong>${email}</strong>`);
    const list = await visitor.page(page);
    expect(list).toContain(`<th scope="row">${email}<p class="hint">invited by`);
    expect(list).toContain("http://localhost/dashboard/invitations</code>");
    for (const text of [invited.text, list]) {
      expect(text).not.toContain("Eve");
      expect(text).not.toContain("Another name");
    }
  }
  expect(await world.api.users.findByEmail("nobody@other.example")).toEqual([]);
  const { organizations } = await world.api.admin.organizationsOf(world.other.userId);
  expect(organizations.map((one) => one.organization.slug)).toEqual(["other"]);
});

it("creates a user from a name alone, and shows an incomplete form again", async () => {
  const { world, visitor } = await openAs("admin");
  const made = await add(world, visitor, { email: "", name: "Nora" });
  expect(made.text).toContain("A new user was created");
  expect(made.text).toContain("Nora");
  expect((await add(world, visitor, { email: "", name: "" })).text).toContain("Name must not be empty");
  const wrong = await add(world, visitor, { email: "nobody", name: "" });
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining("Email must be an email address"),
  ]);
  expect(wrong.text).toContain('value="nobody"');
});

it("lists the members by name, 25 a page, with search and the role", async () => {
  const { world, visitor } = await openAs("admin");
  for (let index = 10; index < 40; index++) {
    const { id } = await world.api.users.create({ name: `Person ${index}`, email: `p${index}@acme.example` });
    await world.api.users.addToOrganization(id, { organizationSlug: "acme", role: "author" });
  }
  const open = async (query: string): Promise<string> => visitor.page(`${page}${query}`);
  const first = await open("");
  expect(first).toContain("<span>1–25</span>");
  const next = /rel="next" href="[^"?]*(\?[^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const second = await open(next);
  expect(second).toContain("<span>26–33</span>");
  expect(second).toMatch(/rel="prev" href="[^"]*members"/);
  const namesOn = (text: string): string[] =>
    [...text.matchAll(/<bdi>(Person \d+)<\/bdi>/g)].map(([, name = ""]) => name);
  const people = Array.from({ length: 30 }, (_, index) => `Person ${index + 10}`);
  expect([...namesOn(first), ...namesOn(second)]).toEqual(people);
  const found = await open("?search=P17%40ACME");
  expect(found).toContain("<span>1</span>");
  expect(found).toContain('<bdi>Person 17</bdi><p class="hint">p17@acme.example</p>');
  expect(found).toContain('<span class="tag">author</span>');
  expect(await open("?search=owner")).toContain("<span>1</span>");
  expect(await open("?search=nobody")).toContain("No member matches.");
});

it("offers the roles that the visitor may give, in words without commands", async () => {
  const world = await openDashboardWorld();
  const form = async (visitor: SignedIn, path: string): Promise<string> => visitor.page(`${page}/${path}`);
  const admin = await signInAs(world, "admin");
  const owner = await signInAs(world, "owner");
  for (const path of ["invite", `${world.viewerId}/role`]) {
    expect(await form(admin, path)).not.toContain('<option value="owner"');
    const shown = await form(owner, path);
    expect(shown).toContain('<option value="owner"');
    expect(shown).toContain("writer: write and publish own posts");
    expect(shown).not.toMatch(/<code>|postern user/);
  }
});

it("revokes an invitation", async () => {
  const { world, visitor } = await openAs("admin");
  const path = `/o/acme/settings/invitations/${world.invitationId}/revoke`;
  expect((await visitor.send(path)).headers.get("location")).toMatch(/done=invitation-revoked$/);
  expect(await allOf(world.api.invitations.iterate("acme"))).toEqual([]);
  expect((await visitor.send(path)).status).toBe(404);
});

it("creates a single user if the form is sent twice concurrently", async () => {
  const { world, visitor } = await openAs("admin");
  const shown = await visitor.page(`${page}/invite`);
  const formId = /name="form-id" value="(\w+)"/.exec(shown)?.[1] ?? "";
  const form = { email: "", name: "Nora", role: "author", "form-id": formId };
  const answers = await Promise.all([1, 2].map(() => visitor.send(`${page}/invite`, form)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const names: string[] = [];
  for await (const { name } of world.api.users.iterate()) if (name === "Nora") names.push(name);
  expect(names).toHaveLength(1);
  const places = answers.map(({ headers }) => headers.get("location")?.split("?")[1] ?? "");
  expect(places.toSorted()).toEqual(["done=member-added-already", "done=member-created"]);
});

it("leaves members to a host that provides the organizations of its users", async () => {
  const organization = {
    id: "acme",
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postUrlTemplate: "/{slug}",
    language: "en",
    section: "News",
    speakable: [],
  };
  const world = openHostWorld({
    findOrganization: async () => organization,
    getPost: async () => null,
    listPosts: async () => ({ posts: [], next: null }),
  });
  const shown = await (await visit(world, page)).text();
  expect(shown).toContain("The application that signs you in manages the members.");
  expect(shown).not.toContain("Your membership");
  for (const path of ["/invitations", "/o/acme/settings/membership", "/o/acme/settings/membership/leave"]) {
    expect((await visit(world, path)).status).toBe(404);
  }
});

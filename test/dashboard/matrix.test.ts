import { beforeAll, describe, expect, it } from "vitest";
import { permissionsOfRole, type Role } from "../../lib/access/mod.ts";
import {
  type DashboardWorld,
  expectPage,
  formTokenIn,
  openAs,
  openDashboardWorld,
  send,
  type SignedIn,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";
import { type FormAct, formActs, type Sent } from "./form_acts.ts";

const ownWriters: ReadonlySet<Role> = new Set(["contributor", "writer"]);

/** Writes before the post is judged: the secret for the texts that a browser keeps, and the mark of a form that was sent. */
const aboutTheForm = /text-secret|^\["form!/;

const roles = Object.keys(permissionsOfRole) as Role[];
const forms = formActs.filter(({ name }) => !/^(?:see|list|be asked|watch) /.test(name));

async function ask(
  world: DashboardWorld,
  visitor: Pick<SignedIn, "cookie" | "formToken">,
  [path, fields]: Sent,
  organization = "acme",
): Promise<Response> {
  const whole = `/o/${organization}${path}`;
  return fields === undefined ? visit(world, whole, visitor) : send(world, visitor, [whole, fields]);
}

describe.each<FormAct>(formActs)("to $name", ({ needs, request }) => {
  const isGiven = (role: Role): boolean => permissionsOfRole[role].includes(needs);
  /** The organizations of all refusals, which change nothing. */
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await openDashboardWorld();
  });

  it.each(roles.filter(isGiven))("is allowed to the role %s", async (role) => {
    const own = await openDashboardWorld();
    const visitor = await signInAs(own, role);
    const sent = await request(own, visitor);
    const response = await ask(own, visitor, sent);
    expect(response.status).toBeOneOf(sent[1] === undefined ? [200] : [200, 201, 303]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each(roles.filter((role) => !isGiven(role)))("is refused to the role %s", async (role) => {
    const visitor = await signInAs(world, role);
    const sent = await request(world, visitor);
    await world.world.forgetWrites();
    const response = await ask(world, visitor, sent);
    // A draft of somebody else is missing for a writer.
    if (response.status !== 404 || !ownWriters.has(role))
      await expectPage(response, 403, needs.replace("-own", ""));
    expect(world.world.writes.filter((write) => !aboutTheForm.test(write))).toEqual([]);
  });

  it("is for members only", async () => {
    const owner = await signInAs(world, "owner");
    const sent = await request(world, owner);
    const stranger = await signIn(world, world.other.userId);
    expect((await ask(world, { ...stranger, formToken: owner.formToken }, sent)).status).toBeOneOf([
      403, 404,
    ]);
    const formToken = formTokenIn(await stranger.page("/o/other"));
    expect((await ask(world, { ...stranger, formToken }, sent)).status).toBe(404);
    expect((await ask(world, { cookie: "", formToken }, sent)).status).toBe(
      sent[1] === undefined ? 303 : 401,
    );
  });
});

describe.each<FormAct>(forms)("the form to $name", ({ request }) => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await openDashboardWorld();
  });

  it.each([
    ["another site, by Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["another host of the site", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
  ])("is refused from %s", async (_name, headers) => {
    const visitor = await signInAs(world, "owner");
    const [path, fields] = await request(world, visitor);
    await world.world.forgetWrites();
    const form = { "form-token": visitor.formToken, ...fields };
    const response = await visit(world, `/o/acme${path}`, { cookie: visitor.cookie, form, headers });
    expect(response.status).toBe(403);
    expect(world.world.writes).toEqual([]);
  });

  it("is refused without the session's token, or with another session's", async () => {
    const visitor = await signInAs(world, "owner");
    const other = await signIn(world, world.owner.userId);
    const [path, fields] = await request(world, visitor);
    await world.world.forgetWrites();
    for (const formToken of ["", other.formToken]) {
      expect((await ask(world, { ...visitor, formToken }, [path, fields ?? {}])).status).toBe(403);
    }
    // The editor's page, which is shown again, creates the secret for the texts that a browser keeps.
    expect(world.world.writes.filter((write) => !write.includes("text-secret"))).toEqual([]);
  });
});

describe("resources of another organization", () => {
  let world: DashboardWorld;
  let visitor: SignedIn;
  beforeAll(async () => {
    ({ world, visitor } = await openAs("owner"));
  });

  it.each<(world: DashboardWorld) => Sent>([
    () => ["/posts/theirs"],
    () => ["/posts/theirs/preview"],
    () => ["/posts/theirs/edit"],
    () => ["/posts/theirs/edit/merge"],
    () => ["/posts/theirs/edit/merge", { tag: "1-1" }],
    () => ["/posts/theirs/working-copy", { tag: "1-1", name: "Ours" }],
    () => ["/posts/theirs/working-copy/preview"],
    () => ["/posts/theirs/working-copy/discard"],
    () => ["/posts/theirs/working-copy/discard", { version: "1" }],
    () => ["/posts/theirs/revisions/1"],
    () => ["/posts/theirs/submission"],
    () => ["/posts/theirs/submission", { version: "1-1" }],
    () => ["/posts/theirs/submission/approve", { version: "1-1" }],
    () => ["/posts/theirs/submission/send-back", { version: "1-1", note: "No" }],
    () => ["/posts/theirs/submission/withdraw", {}],
    () => ["/posts/theirs/schedule"],
    () => ["/posts/theirs/schedule", { tag: "1-1", date: "2030-01-01", time: "09:00", timeZone: "UTC" }],
    () => ["/posts/theirs/unpublish", { tag: "1-1" }],
    () => ["/posts/theirs/hidden-values/delete", { tag: "1-1", name: "extra" }],
    () => ["/posts/theirs/delete"],
    () => ["/posts/theirs/delete", { tag: "1-1" }],
    () => ["/posts/theirs/revisions/1/restore", { tag: "1-1" }],
    () => ["/posts/theirs/preview?revision=1"],
    ({ other }) => [`/settings/members/${other.userId}/role`],
    ({ other }) => [`/settings/members/${other.userId}/remove`],
    ({ other }) => [`/knowledge-base/${other.textId}`],
    ({ other }) => [`/knowledge-base/${other.textId}`, { text: "Ours", etag: "" }],
    ({ other }) => [`/knowledge-base/${other.textId}/delete`, {}],
    ({ other }) => [`/settings/api-keys/${other.keyId}`],
    ({ other }) => [`/settings/api-keys/${other.keyId}/networks`, { networks: "" }],
    ({ other }) => [`/settings/api-keys/${other.keyId}/roll`],
    ({ other }) => [`/settings/api-keys/${other.keyId}/roll`, { overlap: "0", "form-id": "1" }],
    ({ other }) => [`/settings/api-keys/${other.keyId}/revoke`],
    ({ other }) => [`/settings/api-keys/${other.keyId}/revoke`, {}],
    ({ other }) => [`/settings/members/${other.userId}/role`, { role: "viewer" }],
    ({ other }) => [`/settings/members/${other.userId}/remove`, {}],
    ({ other }) => [`/settings/webhooks/${other.webhookId}`],
    ({ other }) => [`/settings/webhooks/${other.webhookId}`, { url: "https://new.example/" }],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/roll`],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/roll`, { overlap: "0", "form-id": "2" }],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/test`, {}],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/pause`, {}],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/resume`, {}],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/delete`],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/delete`, {}],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/deliveries/1/redeliver`, {}],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/abandoned`],
    ({ other }) => [`/settings/webhooks/${other.webhookId}/abandoned`, {}],
  ])("is not found: %s", async (request) => {
    expect((await ask(world, visitor, request(world))).status).toBe(404);
    expect((await ask(world, visitor, [""], "other")).status).toBe(404);
    expect((await ask(world, visitor, [""], "nowhere")).status).toBe(404);
  });
});

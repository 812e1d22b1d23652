import { expect, it } from "vitest";
import { openDashboardWorld, send, signInAs, visit } from "./dashboard_world.ts";

it("adds whoever has the email address, and says whether they were known", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "admin");
  const page = "/o/acme/settings/members";
  let sent = 0;
  const add = async (fields: Record<string, string>): Promise<{ status: number; text: string }> => {
    const form = { role: "author", "form-id": String(++sent), ...fields };
    const response = await send(world, visitor, [page, form]);
    const next = response.headers.get("location")?.replace("/dashboard", "");
    const shown = next === undefined ? response : await visit(world, next, visitor);
    return { status: response.status, text: await shown.text() };
  };
  const known = await add({ email: "eve@other.example", name: "Another name" });
  expect(known.status).toBe(303);
  expect(known.text).toContain("was known here already");
  expect(known.text).toContain("Eve");
  expect(known.text).not.toContain("Another name");

  const made = await add({ email: "new@acme.example", name: "Nora" });
  expect(made.text).toContain("A new user was made");
  expect(made.text).toContain("Nora");

  const nameless = await add({ email: "nobody@acme.example", name: "" });
  expect([nameless.status, nameless.text]).toEqual([
    422,
    expect.stringContaining("Name is needed: no user has this email address"),
  ]);
  expect(nameless.text).toContain('value="nobody@acme.example"');
  expect((await add({ email: "", name: "" })).text).toContain("Name must not be empty");
  expect((await add({ email: "eve@other.example" })).status).toBe(409);
});

it("makes one user of a form that is sent twice at once", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "admin");
  const page = "/o/acme/settings/members";
  const shown = await (await visit(world, page, visitor)).text();
  const formId = /name="form-id" value="(\w+)"/.exec(shown)?.[1] ?? "";
  const form = { email: "new@acme.example", name: "Nora", role: "author", "form-id": formId };
  const answers = await Promise.all([1, 2].map(() => send(world, visitor, [page, form])));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await world.api.users.findByEmail("new@acme.example")).toHaveLength(1);
  const places = answers.map(({ headers }) => headers.get("location")?.split("?")[1] ?? "");
  expect(places.toSorted()).toEqual(["done=member-added-already", "done=member-created"]);
});

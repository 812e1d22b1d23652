import { expect, it } from "vitest";
import { openDashboardWorld, send, signInAs, visit } from "./dashboard_world.ts";

it("adds whoever has the email address, and says whether they were known", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "admin");
  const page = "/o/acme/settings/members";
  const add = async (fields: Record<string, string>): Promise<{ status: number; text: string }> => {
    const response = await send(world, visitor, [page, { role: "author", ...fields }]);
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

import { describe, expect, it } from "vitest";
import type { HostValueError, Identity } from "../../lib/mod.ts";
import { HostTable, openHost, rowOf } from "./host_table.ts";

const { source } = new HostTable([rowOf(1)]);

describe("a member of a host", () => {
  const open = async (member: unknown): Promise<{ status: number; errors: HostValueError[] }> => {
    let found: unknown = { status: "active", permissions: ["posts:read"] };
    const identity: Identity = { findMember: () => found as never };
    const host = openHost(source, { identity, readAccess: "key" });
    const { key } = await host.api.apiKeys.generate({
      organizationSlug: "acme",
      userId: "ada",
      name: "Site",
    });
    expect((await host.get("/post/acme", { "x-api-key": key })).status).toBe(200);
    found = member;
    const { status } = await host.get("/post/acme", { "x-api-key": key });
    await expect(
      host.api.apiKeys.generate({ organizationSlug: "acme", userId: "ada", name: "Other" }),
    ).rejects.toThrow(/Cannot (?:use|generate)/);
    return { status, errors: host.errors };
  };

  it.each<[name: string, member: unknown, message: string]>([
    ["no status", { permissions: ["posts:read"] }, "/status must be"],
    [
      "true as status",
      { status: true, permissions: ["posts:read"] },
      '/status must be "active" or "disabled", and is true',
    ],
    [
      "another status",
      { status: "Active", permissions: ["posts:read"] },
      '/status must be "active" or "disabled", and is "Active"',
    ],
    ["no permissions", { status: "active" }, "/permissions must be an array, and is undefined"],
    [
      "null as permissions",
      { status: "active", permissions: null },
      "/permissions must be an array, and is null",
    ],
    [
      "a comma text",
      { status: "active", permissions: "posts:read,posts:write" },
      "/permissions must be an array, and is",
    ],
    [
      "a role among permissions",
      { status: "active", permissions: ["posts:read", "editor"] },
      "/permissions/1 must be one of posts:read, ",
    ],
    ["a role", "editor", 'it must be an object, and is "editor"'],
    ["true", true, "it must be an object, and is true"],
    ["a list", [{ status: "active" }], "it must be an object, and is [an object]"],
  ])("with %s is let in nowhere, and the error names the field", async (_name, member, message) => {
    const { status, errors } = await open(member);
    expect(status).toBe(500);
    expect(errors[0]?.message).toContain(
      `Cannot use the result of identity.findMember for "acme": ${message}`,
    );
  });

  it.each([null, undefined])("is missing for %s", async (member) => {
    expect((await open(member)).status).toBe(401);
  });
});

import { describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type Identity, type Member, type Post } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";

/** A thenable like the query builders of Knex and Drizzle. It runs its query when it is awaited. */
class Query<Row> implements PromiseLike<Row> {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- query builders are thenables
  then<Value = Row, Failure = never>(
    resolve?: ((row: Row) => Value | PromiseLike<Value>) | null,
    reject?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Value | Failure> {
    return Promise.resolve(this.#row).then(resolve, reject);
  }
}

function query<Row>(row: Row): Promise<Row> {
  return new Query(row) as unknown as Promise<Row>;
}

const names = ["findOrganization", "getPost", "listPosts", "revision", "findMember"] as const;
const member: Member = { status: "active", permissions: ["posts:read"] };

/** A host whose only post changes with every read. */
function changingHost(): Record<(typeof names)[number], () => unknown> {
  let looks = 0;
  const look = (): Post => {
    const version = String(++looks);
    return { id: 1, name: `Hello ${version}`, slug: "hello", html: "<p>Hello</p>", version };
  };
  return {
    findOrganization: () => ({ ...hostOrganization, version: "1" }),
    getPost: look,
    listPosts: () => ({ posts: [look()], next: null }),
    // The next read returns a changed post.
    revision: () => String(looks + 1),
    findMember: () => member,
  };
}

describe("a host that returns thenables", () => {
  it.each(names)("is awaited by calls of %s only", async (name) => {
    const host = changingHost();
    const { [name]: ask } = host;
    host[name] = () => new Query(ask());
    const ports = host as unknown as ContentSource & Identity;
    const api = createPublicApi({ storage: memoryDriver(), content: ports, identity: ports });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: "ann", name: "Test" });
    const read = async (path: string): Promise<string> => {
      const url = `http://localhost/api/public/v1/post/${path}`;
      const response = await api.fetch(new Request(url, { headers: { "x-api-key": key } }));
      expect(response.status).toBe(200);
      return response.text();
    };
    for (const [index, path] of ["acme/hello", "acme/hello", "acme", "acme"].entries()) {
      expect(await read(path)).toContain(`Hello ${index + 1}`);
    }
  });

  it("limits the requests of an organization that a thenable returns", async () => {
    const host = changingHost();
    host.findOrganization = () => query({ ...hostOrganization, version: "1", rateLimit: { perDay: 7 } });
    host.findMember = () => query(member);
    const ports = host as unknown as ContentSource & Identity;
    const api = createPublicApi({ storage: memoryDriver(), content: ports, identity: ports });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: "ann", name: "Test" });
    for (const remaining of [6, 5, 4]) {
      const url = "http://localhost/api/public/v1/post/acme/hello";
      const { headers } = await api.fetch(new Request(url, { headers: { "x-api-key": key } }));
      expect(headers.get("ratelimit-policy")).toBe('"daily";q=7;w=86400');
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"daily";r=${remaining};`));
    }
  });
});

import { beforeEach, expect, it } from "vitest";
import {
  type AtomicDriver,
  type ContentSource,
  createPublicApi,
  type PublicApi,
  type PublicApiOptions,
  StoreRefusedError,
  StoreUnavailableError,
} from "../../lib/mod.ts";
import { assertFits, type AtomicOperations } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const secretReason = "connect ECONNREFUSED 10.0.0.7:6379";

/** A driver whose every operation fails. */
function failingDriver(): AtomicDriver {
  const fail = async (): Promise<never> => {
    throw new Error(secretReason);
  };
  return {
    ...memoryDriver(),
    name: "failing",
    atomic: { scope: "process", durability: "none", getMany: fail, list: fail, commit: fail },
  };
}

const reads = ["/post/acme", "/post/acme/hello", "/post/acme/sitemap", "/sitemap/acme"];

/** Tests the responses to clients, and the reports to the host, if a part behind the API fails. */
export function describeFailures(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  let key: string;
  let told: unknown[];
  beforeEach(async () => {
    ({ key } = await world.createKey());
    told = [];
  });

  const createApi = (options: Partial<PublicApiOptions>): PublicApi =>
    createPublicApi({
      storage: failingDriver(),
      clock: world.clock,
      onError: (error) => told.push(error),
      ...options,
    });
  const ask = async (api: PublicApi, method: string, path: string, apiKey?: string): Promise<Response> => {
    const body = method === "POST" ? '{"text":"x"}' : null;
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (apiKey !== undefined) headers["x-api-key"] = apiKey;
    return api.fetch(new Request(`http://localhost/api/public/v1${path}`, { method, headers, body }));
  };

  it("returns 503 with Retry-After if the store fails, and never 401 or 200", async () => {
    const api = createApi({});
    const requests: [string, string, string?][] = [
      ...reads.flatMap((path): [string, string, string?][] => [
        ["GET", path],
        ["GET", path, key],
      ]),
      ["POST", "/knowledge-base", key],
      ["DELETE", "/post/acme", key],
    ];
    for (const request of requests) {
      told.length = 0;
      const response = await ask(api, ...request);
      expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      const problem = await expectProblem(response, 503, "store-unavailable");
      expect(JSON.stringify(problem)).not.toContain("ECONNREFUSED");
      expect(told.length).toBeGreaterThan(0);
      expect(told[0]).toBeInstanceOf(StoreUnavailableError);
      expect(String((told[0] as Error).cause)).toContain(secretReason);
    }
    const head = await ask(api, "HEAD", "/post/acme", key);
    expect([head.status, head.body]).toEqual([503, null]);
  });

  const named = (name: string, fields: object): Error =>
    Object.assign(new Error(secretReason), { name, ...fields });
  it.each<[string, Error]>([
    ["an engine that says so", named("Error", { isRefusal: true })],
    ["a full disk", named("Error", { code: "ENOSPC" })],
    ["a full SQLite", named("SqliteError", { code: "SQLITE_FULL" })],
    ["a missing right over HTTP", named("FetchError", { status: 403 })],
    ["a too large item of DynamoDB", named("ValidationException", { $metadata: { httpStatusCode: 400 } })],
  ])("returns 503 store-refused for %s, and reports it", async (_name, refusal) => {
    const fail = async (): Promise<never> => {
      throw refusal;
    };
    const atomic = { scope: "process", durability: "none", getMany: fail, list: fail, commit: fail } as const;
    const api = createApi({ storage: { ...memoryDriver(), atomic } });
    for (const path of reads) {
      told.length = 0;
      const response = await ask(api, "GET", path);
      expect(response.headers.get("retry-after")).toBe("60");
      const problem = await expectProblem(response, 503, "store-refused");
      expect(JSON.stringify(problem)).not.toContain("ECONNREFUSED");
      expect(told[0]).toBeInstanceOf(StoreRefusedError);
    }
  });

  it.each<[string, Error]>([
    ["a process with too many files", named("Error", { code: "EMFILE" })],
    ["a busy HTTP store", named("FetchError", { status: 429 })],
    ["a busy DynamoDB", named("ThrottlingException", { $metadata: { httpStatusCode: 400 } })],
    ["a failing HTTP store", named("FetchError", { statusCode: 502 })],
  ])("returns 503 store-unavailable for %s", async (_name, outage) => {
    const fail = async (): Promise<never> => {
      throw outage;
    };
    const atomic = { scope: "process", durability: "none", getMany: fail, list: fail, commit: fail } as const;
    const api = createApi({ storage: { ...memoryDriver(), atomic } });
    const response = await ask(api, "GET", "/post/acme");
    await expectProblem(response, 503, "store-unavailable");
    expect(response.headers.get("retry-after")).toMatch(/^[1-9]/);
  });

  it("returns 413 with the limit if a change is larger than the store takes", async () => {
    if (!("atomic" in world.storage)) return;
    const { atomic } = world.storage;
    const limits = { store: "this store", valueBytes: 5000 };
    const limited = new Proxy(atomic, {
      get: (target, member) => {
        const found: unknown = Reflect.get(target, member);
        if (member === "commit") {
          return async (...[partition, changes]: Parameters<AtomicOperations["commit"]>) => {
            assertFits(limits, partition, changes);
            return target.commit(partition, changes);
          };
        }
        return typeof found === "function" ? (found.bind(target) as unknown) : found;
      },
    });
    const storage = { ...memoryDriver(), atomic: limited };
    const api = createApi({ storage, adminApi: true });
    const url = "http://localhost/api/admin/v1/posts";
    const body = JSON.stringify({ name: "Long", slug: "long", html: `<p>${"x".repeat(6000)}</p>` });
    const headers = { "content-type": "application/json", "x-api-key": key };
    const response = await api.fetch(new Request(url, { method: "POST", headers, body }));
    const { detail } = await expectProblem(response, 413, "body-too-large");
    expect(detail).toMatch(/a record has 6,\d\d\d bytes, and this store takes at most 5,000\./);
    expect(await api.posts.get({ organizationSlug: "acme", slug: "long" })).toBeNull();
  });

  it("returns 503 if the use of a key cannot be counted, even if reads work", async () => {
    const content: ContentSource = {
      findOrganization: (slug) => world.api.organizations.get(slug),
      getPost: async () => ({ id: 1, name: "A", slug: "a" }),
      listPosts: async () => ({ posts: [], next: null }),
    };
    const api = createApi({ content, readAccess: "key" });
    for (const path of reads) await expectProblem(await ask(api, "GET", path, key), 503, "store-unavailable");
    expect((await ask(api, "GET", "/sitemap/acme")).status).toBe(200);
  });

  const faults: [string, unknown][] = [
    ["an error", new Error(secretReason)],
    ["a string", secretReason],
    ["undefined", undefined],
  ];
  it.each(faults)("returns 500 without details if a host's source throws %s", async (_name, fault) => {
    const fail = (): never => {
      throw fault;
    };
    const content: ContentSource = {
      findOrganization: () => world.api.organizations.get("acme"),
      getPost: fail,
      listPosts: fail,
    };
    const api = createApi({ content });
    for (const path of reads) {
      told.length = 0;
      const problem = await expectProblem(await ask(api, "GET", path), 500, "internal-error");
      expect(JSON.stringify(problem)).not.toMatch(/ECONNREFUSED|stack|\.ts/);
      expect(told).toEqual([fault]);
    }
  });

  it("returns 500, never 401, if a host's identity fails", async () => {
    const identity = {
      findMember: async (): Promise<never> => {
        throw new Error(secretReason);
      },
    };
    const broken = createPublicApi({
      storage: world.storage,
      clock: world.clock,
      identity,
      onError: (error) => told.push(error),
    });
    await expectProblem(await ask(broken, "GET", "/post/acme", key), 500, "internal-error");
    expect(String(told[0])).toContain(secretReason);
  });

  it("responds even if onError throws", async () => {
    let times = 0;
    const api = createApi({
      onError: () => {
        times++;
        throw new Error("no log");
      },
    });
    await expectProblem(await ask(api, "GET", "/post/acme"), 503, "store-unavailable");
    expect(times).toBe(1);
  });

  it("returns a post without questions if its HTML exceeds maxInputLength", async () => {
    const html = "<h2>Why?</h2><p>So.</p>";
    await world.createPost({ name: "Hello", html });
    const api = createApi({ storage: world.storage, faq: { maxInputLength: 10 } });
    const response = await ask(api, "GET", "/post/acme/hello");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ html, faqEntries: [] });
  });

  it("does not report client errors to onError", async () => {
    const paths = ["/post/acme/nothing", "/post/nobody", "/post/%ff", "/post/acme?limit=0", "/nowhere"];
    for (const path of paths) expect((await world.get(path)).status).toBeLessThan(500);
    await world.get("/post/acme", "x");
    expect(world.errors).toEqual([]);
  });
}

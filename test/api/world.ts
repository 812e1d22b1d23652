import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import {
  type ApiKey,
  type ApiKeyInput,
  type AtomicDriver,
  createPublicApi,
  type GeneratedApiKey,
  type OrganizationUpdate,
  type PostInput,
  type ProblemDetail,
  type PublicApi,
  type PublicApiOptions,
  type Role,
  type RollInput,
  type Storage,
  type StoredOrganization,
} from "../../lib/mod.ts";
import { describedFetch } from "./described_fetch.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { PendingCalls } from "../pending_calls.ts";
import { untilIdle } from "../until_idle.ts";

/** A storage that a test opened. */
export interface OpenedStorage {
  storage: Storage | AtomicDriver;
  close: () => void | Promise<void>;
}

/** Opens an empty storage that tells the time by the given clock. */
export type OpenStorage = (clock: ManualClock) => Promise<OpenedStorage>;

/** Size of the suite. `full` includes the tests that write thousands of records. */
export type SuiteSize = "full" | "small";

/** Headers and body of a request. */
export interface Sent {
  headers?: Record<string, string>;
  body?: RequestInit["body"];
}

type Posts = PublicApi["posts"];
type KeyOptions = Partial<Omit<ApiKeyInput, "userId">> & { role?: Role; userId?: string };

/** The API over one storage with the organization "acme", and everything that was written or went wrong. */
export class World {
  clock: ManualClock = new ManualClock();
  api!: PublicApi;
  storage!: Storage | AtomicDriver;
  /** Every write to the storage, as JSON. */
  writes: string[] = [];
  /** The errors that `onError` received. */
  errors: unknown[] = [];
  close: () => void | Promise<void> = () => undefined;
  readonly #openStorage: OpenStorage;
  #untilNoCall: () => Promise<void> = async () => undefined;

  private constructor(openStorage: OpenStorage) {
    this.#openStorage = openStorage;
  }

  static async open(openStorage: OpenStorage, options: Partial<PublicApiOptions> = {}): Promise<World> {
    const world = new World(openStorage);
    await world.#open(options);
    return world;
  }

  /** Opens a world before each test of the suite, and closes it after the test. */
  static forEachTest(openStorage: OpenStorage, options: Partial<PublicApiOptions> = {}): World {
    const world = new World(openStorage);
    beforeEach(() => world.#open(options));
    afterEach(() => world.close());
    return world;
  }

  /** Opens a world that all tests of the suite share. */
  static forSuite(openStorage: OpenStorage, options: Partial<PublicApiOptions> = {}): World {
    const world = new World(openStorage);
    beforeAll(() => world.#open(options));
    afterAll(() => world.close());
    return world;
  }

  /** Closes the storage, and opens an empty one. */
  async reopen(options: Partial<PublicApiOptions>): Promise<void> {
    await this.close();
    await this.#open(options);
  }

  async #open(options: Partial<PublicApiOptions>): Promise<void> {
    this.clock = new ManualClock();
    const { storage, close } = await this.#openStorage(this.clock);
    const writes: string[] = [];
    const errors: unknown[] = [];
    const recorded = recordWrites(storage, writes);
    const calls = "atomic" in recorded ? new PendingCalls(recorded) : undefined;
    const apiOptions: PublicApiOptions = {
      storage: calls?.driver ?? recorded,
      clock: this.clock,
      onError: (error) => errors.push(error),
      ...options,
    };
    const api = createPublicApi(apiOptions);
    Object.assign(this, { storage, close, writes, errors });
    this.#untilNoCall = async () => calls?.untilNone();
    this.api = { ...api, fetch: describedFetch((request) => api.fetch(request), apiOptions) };
    await this.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  }

  /** Forgets the writes so far, after the background work of earlier steps. */
  async forgetWrites(): Promise<void> {
    await untilIdle(this.api);
    await this.#untilNoCall();
    this.writes.length = 0;
  }

  async send(method: string, path: string, { headers = {}, body = null }: Sent = {}): Promise<Response> {
    const init = { method, headers, body, duplex: "half" };
    return this.api.fetch(new Request(`http://localhost/api/public/v1${path}`, init));
  }

  async get(path: string, key?: string): Promise<Response> {
    return this.send("GET", path, key === undefined ? {} : { headers: { "x-api-key": key } });
  }

  /** The JSON of an answer with status 200. */
  async read<Body>(path: string, key?: string): Promise<Body> {
    const response = await this.get(path, key);
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** A key of a new user, or of a known one, who is an editor unless said otherwise. */
  async createKey({ role = "editor", userId, ...input }: KeyOptions = {}): Promise<GeneratedApiKey> {
    const organizationSlug = input.organizationSlug ?? "acme";
    const id = userId ?? (await this.api.users.create({ name: "Ada" })).id;
    await this.api.users.addToOrganization(id, { organizationSlug, role });
    const key = await this.api.apiKeys.generate({ name: "Test", ...input, organizationSlug, userId: id });
    // Otherwise the events of the key would be written during the test.
    await this.api.events.settle();
    return key;
  }

  /** The ETag of a response. */
  async etagOf(path: string): Promise<string> {
    return (await this.get(path)).headers.get("etag") ?? "";
  }

  async createPost(input: PostInput): ReturnType<Posts["create"]> {
    return this.api.posts.create("acme", input);
  }

  async updatePost(slug: string, changes: Parameters<Posts["update"]>[1]): ReturnType<Posts["update"]> {
    return this.api.posts.update({ organizationSlug: "acme", slug }, changes);
  }

  async deletePost(slug: string): Promise<boolean> {
    return this.api.posts.delete({ organizationSlug: "acme", slug });
  }

  /** Changes "acme". */
  async updateOrganization(changes: OrganizationUpdate): Promise<StoredOrganization> {
    return this.api.organizations.update("acme", changes);
  }

  /** Creates the organization "b". */
  async createOther(): Promise<void> {
    await this.api.organizations.create({ slug: "b", name: "B", siteUrl: "https://b.example" });
  }

  async revokeKey(keyId: string, options?: { by?: string }): Promise<ApiKey> {
    return this.api.apiKeys.revoke({ organizationSlug: "acme", keyId }, options);
  }

  async rollKey(keyId: string, input?: RollInput): Promise<GeneratedApiKey> {
    return this.api.apiKeys.roll({ organizationSlug: "acme", keyId }, input);
  }

  /** The requests of the day that were counted for a key. */
  async requestsToday(keyId: string): Promise<number | undefined> {
    return (await this.api.apiKeys.get({ organizationSlug: "acme", keyId }))?.requestsToday;
  }
}

/** Checks that an answer is the problem of this code, whole, and returns it. */
export async function expectProblem(
  response: Response,
  status: number,
  code: string,
): Promise<ProblemDetail> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("www-authenticate")).toBe(status === 401 ? "ApiKey" : null);
  const problem = JSON.parse(text) as ProblemDetail;
  expect(problem).toMatchObject({
    type: expect.stringMatching(new RegExp(`^/api/public/v1/docs/problems#${code}$`)),
    title: expect.stringMatching(/\w/),
    status,
    detail: expect.stringMatching(/\w/),
    code,
  });
  return problem;
}

function recordWrites(storage: Storage | AtomicDriver, writes: string[]): Storage | AtomicDriver {
  if ("atomic" in storage) {
    const { atomic } = storage;
    return {
      ...storage,
      atomic: forwardAtomic(atomic, {
        commit: (partition, changes) => {
          writes.push(JSON.stringify([partition, changes]));
          return atomic.commit(partition, changes);
        },
      }),
    };
  }
  const recording: Storage = {
    getMount: (key) => storage.getMount(key),
    getItem: (key) => storage.getItem(key),
    removeItem: (key) => storage.removeItem(key),
    getKeys: (base) => storage.getKeys(base),
    setItem: (key, value) => {
      writes.push(JSON.stringify([key, value]));
      return storage.setItem(key, value);
    },
  };
  return recording;
}

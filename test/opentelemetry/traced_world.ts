import { beforeAll, beforeEach } from "vitest";
import { openTelemetry, type OpenTelemetryOptions } from "../../lib/api/opentelemetry/mod.ts";
import { type AtomicDriver, createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { minuteAgo } from "../minute_ago.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { untilIdle } from "../until_idle.ts";
import { OtlpReceiver, type ReceivedSpan } from "./otlp_receiver.ts";
import { sdkIsMissing, type StartedSdk, startSdk } from "./start_sdk.ts";

/** A post, and its route. */
export const hello = "/api/public/v1/post/acme/hello";
export const postRoute = "/api/public/v1/post/{organizationSlug}/{slug}";

/** Options of the API and of its telemetry. */
export type TracedOptions = Partial<PublicApiOptions> & { traces?: OpenTelemetryOptions };

/** A request from an address. */
export interface SentRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Address of the connection. Default: unknown. */
  ip?: string;
}

/** An API with a post and a key, whose traces and metrics go to a receiver. */
export class TracedWorld {
  api!: PublicApi;
  key = "";
  keyId = "";
  userId = "";
  receiver!: OtlpReceiver;
  #sdk!: StartedSdk;

  /** Starts the SDK before the tests of a file, and forgets the received spans before each test. */
  static forFile(): TracedWorld {
    const world = new TracedWorld();
    if (sdkIsMissing()) return world;
    beforeAll(async () => {
      world.receiver = await OtlpReceiver.start();
      releaseAfterUse(() => world.receiver.close());
      world.#sdk = startSdk(world.receiver.url);
    });
    beforeEach(async () => world.forget());
    return world;
  }

  /** Opens an API on a store with a post and a key. */
  async open(
    { traces = {}, ...options }: TracedOptions = {},
    storage: AtomicDriver = memoryDriver(),
  ): Promise<void> {
    const setUp = createPublicApi({ storage, clock: minuteAgo });
    await setUp.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await setUp.posts.create("acme", { name: "Hello", html: "<p>Hello, world</p>" });
    const { id } = await setUp.users.create({ name: "Ann" });
    await setUp.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
    const key = await setUp.apiKeys.generate({ organizationSlug: "acme", userId: id, name: "Test" });
    await untilIdle(setUp);
    this.userId = id;
    this.key = key.key;
    this.keyId = key.id;
    const onError = (): void => undefined;
    this.api = createPublicApi({ storage, telemetry: openTelemetry(traces), onError, ...options });
  }

  /** Sends a request to the API, and returns its status. */
  async send(path: string, { ip = "", ...init }: SentRequest = {}): Promise<number> {
    const request = new Request(`http://api.example${path}`, init);
    const response = await this.api.handler({
      request,
      ip,
      platform: undefined,
      env: () => undefined,
      passThrough: () => undefined,
      waitUntil: () => undefined,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Returns the spans that have ended since the start of the test, or the last call of {@link forget}. */
  async spans(): Promise<ReceivedSpan[]> {
    await this.#sdk.flush();
    return this.receiver.spans;
  }

  /** Returns the spans of requests. */
  async requests(): Promise<ReceivedSpan[]> {
    return (await this.spans()).filter(({ name }) => !name.startsWith("store."));
  }

  async forget(): Promise<void> {
    await this.#sdk.flush();
    this.receiver.spans.length = 0;
    this.receiver.text = "";
  }
}

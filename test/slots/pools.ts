import {
  type ContentSource,
  createPublicApi,
  type PostPage,
  type PublicApi,
  type TextWorker,
} from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { openDashboardWorld, origin, send, signIn } from "../dashboard/dashboard_world.ts";
import { hostOrganization } from "../host_organization.ts";
import { zipOf } from "../uploads/_upload.ts";

/** The tasks of two organizations in a pool of slots. */
export interface Tenants {
  /** Starts more tasks of the greedy organization than the pool has slots. They run until `close`, or until their deadline. */
  fill: () => Promise<void>;
  /** Number of the greedy organization's tasks that run. */
  running: () => number;
  /** Starts a task of the modest organization. Resolves with `started`, or with the reason why it cannot start. */
  start: () => Promise<string>;
  close: () => Promise<void>;
}

/** A pool of slots that organizations share. */
export interface PoolCase {
  name: string;
  open: () => Promise<Tenants>;
  /** Tasks that the greedy organization has while nobody else wants slots, and after the modest organization has a slot. */
  running: [alone: number, beside: number];
}

const endless = new Promise<never>(() => undefined);
const nothing = async (): Promise<void> => undefined;
const api1 = `${origin}/api/public/v1`;
const secret = "a random text of at least 32 characters";

function outcomeOf({ status }: Response): string {
  return status < 400 ? "started" : `status ${status}`;
}

/** Opens an API with the organizations `greedy` and `modest`. */
async function openApi(options: Partial<Parameters<typeof createPublicApi>[0]> = {}): Promise<PublicApi> {
  const api = createPublicApi({ storage: memoryDriver(), ...options });
  for (const slug of ["greedy", "modest"]) {
    await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
  }
  return api;
}

async function eventStreams(): Promise<Tenants> {
  const api = await openApi({ limits: { eventStreams: 6 } });
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  const ended = new Set<ReadableStreamDefaultReader<Uint8Array>>();
  const openStream = async (slug: string): Promise<Response> => {
    const { id: userId } = await api.users.create({ name: slug });
    await api.users.addToOrganization(userId, { organizationSlug: slug, role: "viewer" });
    const { key } = await api.apiKeys.generate({ organizationSlug: slug, userId, name: "k" });
    const headers = { "x-api-key": key, accept: "text/event-stream" };
    const response = await api.fetch(new Request(`${api1}/events/${slug}`, { headers }));
    const reader = response.status === 200 ? response.body?.getReader() : undefined;
    if (reader !== undefined) readers.push(reader);
    return response;
  };
  const readToEnd = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
    while (!(await reader.read()).done);
    ended.add(reader);
  };
  return {
    fill: async () => {
      for (let stream = 0; stream < 9; stream++) await openStream("greedy");
      for (const reader of readers) void readToEnd(reader);
    },
    running: () => readers.slice(0, 6).filter((reader) => !ended.has(reader)).length,
    start: async () => outcomeOf(await openStream("modest")),
    close: async () => {
      for (const reader of readers) await reader.cancel();
    },
  };
}

async function uploads(): Promise<Tenants> {
  const world = await openDashboardWorld();
  const { id } = await world.api.users.create({ name: "Ann" });
  for (const organizationSlug of ["acme", "other"]) {
    await world.api.users.addToOrganization(id, { organizationSlug, role: "editor" });
  }
  const user = await signIn(world, id);
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  let responded = 0;
  const stall = async (): Promise<void> => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) });
    const headers = { cookie: user.cookie, "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", headers, body, duplex: "half" };
    await world.dashboard.fetch(new Request(`${origin}/dashboard/o/acme/import-posts`, init));
    responded++;
  };
  return {
    fill: async () => {
      for (let upload = 0; upload < 6; upload++) void stall();
    },
    running: () => bodies.length - responded,
    start: async () => {
      const file = new File([zipOf({ "a.md": "# One" })], "a.zip");
      return outcomeOf(await send(world, user, ["/o/other/import-posts", { file }]));
    },
    close: async () => {
      for (const body of bodies) body.error(new Error("gone"));
      await world.api.admin.imports.settle();
    },
  };
}

async function imports(): Promise<Tenants> {
  const api = await openApi();
  let running = 0;
  const start = async (slug: string, file: Blob): Promise<string> => {
    const { id } = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(id, { organizationSlug: slug, role: "editor" });
    const actor = await api.admin.findActor(id, slug);
    if (actor === null) throw new Error("The user is not a member");
    const input = { file, fileName: "a.zip", isCheck: true, asDrafts: false, onConflict: "skip" } as const;
    return api.admin.imports.start(actor, input).then(
      () => "started",
      (error: Error) => error.message,
    );
  };
  class StalledFile extends Blob {
    override slice(): Blob {
      running++;
      return { arrayBuffer: () => endless } as unknown as Blob;
    }
  }
  return {
    fill: async () => {
      for (let number = 0; number < 6; number++) void start("greedy", new StalledFile(["zip"]));
    },
    running: () => running,
    start: () => start("modest", new Blob([zipOf({ "a.md": "# One" })])),
    close: () => api.admin.imports.settle(),
  };
}

async function webhookDeliveries(): Promise<Tenants> {
  let running = 0;
  let receive = (_outcome: string): void => undefined;
  const received = new Promise<string>((resolve) => (receive = resolve));
  const closing = new AbortController();
  const closed = new Promise((resolve) => closing.signal.addEventListener("abort", resolve));
  const reply = { status: 204, body: new Uint8Array() };
  const api = await openApi({
    secret,
    webhooks: {
      send: async ({ url }) => {
        if (url.includes("modest")) receive("started");
        else if (!closing.signal.aborted) {
          running++;
          await closed;
        }
        return reply;
      },
    },
  });
  const stop = api.events.start();
  const publish = async (slug: string, name: string): Promise<void> => {
    await api.posts.create(slug, { name, html: "<p>Hi</p>" });
  };
  return {
    fill: async () => {
      for (let number = 0; number < 12; number++) {
        await api.webhooks.create("greedy", { url: `https://greedy.example/${number}` });
      }
      await api.webhooks.create("modest", { url: "https://modest.example/hook" });
      for (let number = 0; number < 12; number++) await publish("greedy", `Post ${number}`);
    },
    running: () => running,
    start: async () => {
      await publish("modest", "Post");
      return received;
    },
    close: async () => {
      closing.abort();
      await stop();
    },
  };
}

/** Built, because Node 20 cannot load a thread from TypeScript source. */
const built = new URL("../../dist/adapters/text_worker.js", import.meta.url).href;

async function textWorkers(): Promise<Tenants> {
  const { textWorker } = (await import(built)) as { textWorker: (options: object) => TextWorker };
  const worker = textWorker({ deadlineMs: 300, queue: 4 });
  const tasks: Promise<unknown>[] = [];
  let settled = 0;
  const run = async (): Promise<void> => {
    const upload = { markdown: "![[".repeat(1_000_000), slug: "a", now: 0 };
    await worker.run("readMarkdown", upload, "greedy").catch(() => settled++);
  };
  return {
    fill: async () => {
      for (let task = 0; task < 6; task++) tasks.push(run());
      await Promise.resolve();
    },
    running: () => tasks.length - settled,
    start: async () => {
      await worker.run("toMarkdown", "<b>one</b>", "modest");
      // The queue refused two tasks, one left it for the newcomer, and two had their turn.
      return settled <= 5 ? "started" : "after more than two tasks of the other organization";
    },
    close: async () => void (await Promise.all(tasks)),
  };
}

/** Content of a host that never lists the posts of `greedy`. */
class StalledContent implements ContentSource {
  running = 0;

  findOrganization(slug: string): typeof hostOrganization {
    return { ...hostOrganization, id: slug, slug };
  }

  getPost(): null {
    return null;
  }

  async listPosts(slug: string): Promise<PostPage> {
    if (slug === "modest") return { posts: [], next: null };
    this.running++;
    return endless;
  }
}

function stalledContent(pathOf: (slug: string, number: number) => string): Tenants {
  const content = new StalledContent();
  const api = createPublicApi({ storage: memoryDriver(), content });
  const get = (slug: string, number: number): Promise<Response> =>
    api.fetch(new Request(api1 + pathOf(slug, number)));
  return {
    fill: async () => {
      for (let number = 0; number < 90; number++) void get("greedy", number);
    },
    running: () => content.running,
    start: async () => outcomeOf(await get("modest", 1)),
    close: nothing,
  };
}

export const pools: readonly PoolCase[] = [
  { name: "event streams", open: eventStreams, running: [6, 5] },
  { name: "uploads", open: uploads, running: [4, 3] },
  { name: "imports", open: imports, running: [3, 3] },
  { name: "webhook deliveries", open: webhookDeliveries, running: [100, 100] },
  { name: "text workers", open: textWorkers, running: [4, 0] },
  {
    name: "renderings",
    open: async () => stalledContent((slug, number) => `/post/${slug}?tag=${number}`),
    running: [40, 40],
  },
  {
    name: "updates of search indexes",
    open: async () => stalledContent((slug, number) => `/search/${slug}?q=word${number}`),
    running: [1, 1],
  },
];

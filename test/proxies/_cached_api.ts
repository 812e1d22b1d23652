import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { startListening } from "../../adapters/node/start_listening.ts";
import { createStandalone } from "../../adapters/standalone/create_standalone.ts";
import { Log } from "../../adapters/standalone/log/log.ts";
import { type CorsOptions, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { drawing } from "../admin/admin_world.ts";
import { mediaOfTests } from "../dashboard/pictures/picture_world.ts";
import { minuteAgo } from "../minute_ago.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** A response, with its body decompressed. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const decoders: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
};

/** Reuses connections, like browsers. Thousands of new connections would use up the ports. */
const agent = new Agent({ keepAlive: true });

/** Sends a request with exactly these headers. `fetch` would add some. */
export async function get(url: string, headers: Record<string, string>): Promise<Received> {
  const sent = httpRequest(url, { headers, agent }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const decode = decoders[response.headers["content-encoding"] ?? ""];
  const body = Buffer.concat(chunks);
  const text = String(decode === undefined ? body : await decode(body));
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Path of a picture, which has the hash of its bytes. */
export const picturePath = "/media/acme/7dc7862c6cc5743dff6eb9bab84f8d414e24343c/picture.svg";

/** A server like `postern serve`, in this process until the test or file ends. */
export interface CachedApi {
  port: number;
  /** `http://127.0.0.1:3000/api/public/v1` */
  base: string;
  /** Returns the number of requests that have reached the API. */
  reached(): number;
  newKey(): Promise<string>;
}

/** Starts an API with content on every route. */
export async function startCachedApi(cors: Partial<CorsOptions>): Promise<CachedApi> {
  const storage = memoryDriver();
  const media = mediaOfTests();
  const userId = await seed(createPublicApi({ storage, media, clock: minuteAgo }));
  const { api, listener } = createStandalone({
    storage,
    api: {
      media,
      cors,
      rateLimit: { perDay: 1_000_000 },
      cache: { maxAgeSeconds: 3600, staleWhileRevalidateSeconds: 0 },
    },
    dashboard: undefined,
    hasAdminListener: false,
    log: new Log({ format: "none", level: "error" }),
    metrics: undefined,
    compression: true,
    serverTiming: false,
  });
  let reached = 0;
  const server = await startListening(
    (incoming, outgoing) => {
      reached++;
      listener(incoming, outgoing);
    },
    { port: 0 },
  );
  releaseAfterUse(() => server.close());
  return {
    port: server.port,
    base: `${server.url}/api/public/v1`,
    reached: () => reached,
    newKey: async () => (await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" })).key,
  };
}

async function seed(api: PublicApi): Promise<string> {
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    feeds: true,
  });
  const html = `<h2>Is it open?</h2><p>${"It is. ".repeat(300)}</p>`;
  for (const name of ["Hello", "Second", "Third", "Fourth", "Fifth"]) {
    await api.posts.create("acme", { name, html, description: "Some words about it. ".repeat(10) });
  }
  await api.media?.upload("acme", drawing(1), { name: "picture.svg" });
  const { id } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  await api.events.settle();
  return id;
}

import { createHash } from "node:crypto";
import {
  createPublicApi,
  type GeneratedApiKey,
  type Permission,
  type PublicApi,
  type PublicApiOptions,
  type Role,
} from "../../lib/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { createDashboard, type Dashboard } from "../../lib/dashboard/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import type { SendWebhook } from "../../lib/webhooks/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { storages as accessStorages } from "../access/storages.ts";
import type { OpenStorage } from "../api/world.ts";
import { ManualClock } from "../manual_clock.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

export const origin = "https://api.example";
export const redirectUri = "https://assistant.example/callback";
export const clientId = "https://assistant.example/oauth/client.json";
export const verifier: string = "v".repeat(43);

/** Stores of one process, and PostgreSQL if it is installed. */
export const stores: [name: string, open: OpenStorage][] = [
  ...accessStorages,
  ["slow", async (clock) => ({ storage: slowDriver(memoryDriver({ clock }), 3), close: () => undefined })],
  [
    "files",
    async (clock) => {
      const { path, remove } = temporaryDirectory();
      const storage = fsDriver({ path, clock });
      return {
        storage,
        close: async () => {
          await storage.dispose?.();
          remove();
        },
      };
    },
  ],
];

/** A document that a test serves to the server. */
export interface ServedDocument {
  status?: number;
  type?: string;
  body: string;
  headers?: Record<string, string>;
}

/** Tokens of a client. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
  scope: string;
}

/** Two organizations, a user with keys, a dashboard, and an assistant that may connect. */
export class OAuthWorld {
  readonly clock: ManualClock;
  readonly api: PublicApi;
  readonly dashboard: Dashboard;
  /** Documents by their address. Another address does not respond. */
  readonly documents: Map<string, ServedDocument> = new Map();
  /** Addresses that the server has requested. */
  readonly requested: string[] = [];
  key!: GeneratedApiKey;
  ownerId = "";
  #cookie = "";

  constructor({ clock, ...options }: PublicApiOptions & { clock: ManualClock }) {
    this.clock = clock;
    const get: NonNullable<SendWebhook["get"]> = async ({ url }) => {
      this.requested.push(url);
      const {
        status = 200,
        type = "application/json",
        body,
        headers,
      } = this.documents.get(url) ?? {
        status: 404,
        body: "",
      };
      const bytes = new TextEncoder().encode(body);
      return { status, contentType: type, body: bytes, ...(headers && { headers }) };
    };
    const send: SendWebhook = Object.assign(async () => ({ status: 204, body: new Uint8Array() }), { get });
    this.api = createPublicApi({
      clock,
      mcp: mcp(),
      apiOrigin: origin,
      oauth: { registration: true },
      // Its counts are written after a test has closed the store.
      insight: false,
      webhooks: { send },
      ...options,
    });
    this.dashboard = createDashboard(this.api, { origin });
    this.documents.set(clientId, { body: JSON.stringify(documentOf()) });
  }

  static async open(
    open: OpenStorage = async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined }),
    options: Omit<Partial<PublicApiOptions>, "clock"> = {},
  ): Promise<OAuthWorld> {
    const clock = new ManualClock();
    const { storage, close } = await open(clock);
    releaseAfterUse(close);
    const world = new OAuthWorld({ storage, clock, ...options });
    await world.#fill();
    return world;
  }

  async #fill(): Promise<void> {
    const { organizations, posts } = this.api;
    for (const slug of ["acme", "other"]) {
      await organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
      await posts.create(slug, { slug: "hours", name: `Hours of ${slug}`, html: "<p>We open at nine.</p>" });
    }
    this.ownerId = await this.addMember("owner", ["acme", "other"]);
    this.key = await this.createKey();
    this.#cookie = await this.signIn(this.ownerId);
  }

  async addMember(role: Role, slugs: readonly string[] = ["acme"]): Promise<string> {
    const { id } = await this.api.users.create({ name: "Ada" });
    for (const organizationSlug of slugs) {
      await this.api.users.addToOrganization(id, { organizationSlug, role });
    }
    return id;
  }

  async createKey(
    input: {
      userId?: string;
      organizationSlug?: string;
      expiresIn?: string;
      permissions?: Permission[];
    } = {},
  ): Promise<GeneratedApiKey> {
    const permissions: Permission[] = ["posts:read", "knowledge:read"];
    const common = { userId: this.ownerId, organizationSlug: "acme", name: "Assistant" };
    return this.api.apiKeys.generate({ ...common, permissions, ...input });
  }

  async signIn(userId: string): Promise<string> {
    const session = await this.api.sessions.startFor(userId);
    return `__Host-postern_session=${session?.token ?? ""}`;
  }

  /** Sends a request to the server, which has the API and the dashboard on one origin. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, origin), init);
    return this.dashboard.isAt(request.url) ? this.dashboard.fetch(request) : this.api.fetch(request);
  };

  /** Opens a page as the browser of a user. */
  async browse(path: string, init: RequestInit = {}, cookie: string = this.#cookie): Promise<Response> {
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) };
    const response = await this.fetch(path, { redirect: "manual", ...init, headers });
    const location = response.headers.get("location");
    if (init.method === undefined && response.status === 303 && location?.startsWith("/") === true) {
      return this.browse(location, init, cookie);
    }
    return response;
  }

  /** Sends the form of the page of approval. Returns the response, which leads to the assistant. */
  async answer(
    query: string,
    fields: Record<string, string> = { act: "allow", key: this.key.id },
    { headers = {}, cookie = this.#cookie }: { headers?: Record<string, string>; cookie?: string } = {},
  ): Promise<Response> {
    const page = await (await this.browse(`/dashboard/authorize?${query}`, {}, cookie)).text();
    const form = new URLSearchParams({
      "form-token": fieldIn(page, "form-token"),
      "form-id": fieldIn(page, "form-id"),
      ...fields,
    });
    const path = `/dashboard/o/acme/authorize?${query}`;
    return this.browse(path, { method: "POST", body: form, headers }, cookie);
  }

  /** Approves a request. Returns the parameters that the assistant receives. */
  async approve(query: string = queryOf(), fields?: Record<string, string>): Promise<URLSearchParams> {
    const response = await this.answer(query, fields);
    await requireStatus(response, 303);
    return new URL(response.headers.get("location") ?? "").searchParams;
  }

  async token(parameters: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: clientId, ...parameters });
    return this.fetch("/api/public/v1/oauth/token", { method: "POST", body });
  }

  async exchange(code: string, parameters: Record<string, string> = {}): Promise<Response> {
    const grant = {
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
    return this.token({ ...grant, resource: resource(), ...parameters });
  }

  async refresh(refreshToken: string, parameters: Record<string, string> = {}): Promise<Response> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken, ...parameters });
  }

  /** Connects the assistant to a key. */
  async connect(key: string = this.key.id): Promise<Tokens> {
    const code = (await this.approve(queryOf(), { act: "allow", key })).get("code") ?? "";
    const response = await this.exchange(code);
    await requireStatus(response, 200);
    return (await response.json()) as Tokens;
  }

  /** Ends the connections of the key. */
  async disconnect(): Promise<void> {
    const [oauth, actor] = [await this.api.oauth?.(), await this.api.admin.findActor(this.ownerId, "acme")];
    if (oauth === undefined || actor === null) throw new Error("There is nothing to disconnect");
    const address = { actor, keyId: this.key.id };
    for (const { id } of await oauth.connections(address)) await oauth.disconnect({ ...address, id });
  }

  /** Lists the tools by an access token. */
  async callTools(
    token: string,
    path = "acme/signed-in",
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.fetch(`/api/public/v1/mcp/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
  }

  async statusOf(token: string, path?: string): Promise<number> {
    const response = await this.callTools(token, path);
    await response.text();
    return response.status;
  }
}

async function requireStatus(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`);
}

export function resource(slug = "acme", part = "/signed-in"): string {
  return `${origin}/api/public/v1/mcp/${slug}${part}`;
}

/** Returns the query of a request for a connection. An empty text leaves a parameter out. */
export function queryOf(changes: Record<string, string> = {}): string {
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const all = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "state-1",
    resource: resource(),
    ...changes,
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== "")).toString();
}

export function documentOf(changes: object = {}): object {
  const names = { client_name: "Assistant", redirect_uris: [redirectUri] };
  return { client_id: clientId, ...names, token_endpoint_auth_method: "none", ...changes };
}

function fieldIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
}

import { describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type Organization, type PublicApi } from "../../lib/mod.ts";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { openDashboardWorld, origin, signIn, signInAs } from "../dashboard/dashboard_world.ts";
import { hostOrganization } from "../host_organization.ts";
import { untilIdle } from "../until_idle.ts";

type Listed = Awaited<ReturnType<ContentSource["listPosts"]>>;

const pages = 20;

/** Many pages of posts. It takes time to answer, and counts its reads. */
class SlowContent implements ContentSource {
  reads = 0;
  /** Called at the end of a read. */
  onRead = (): void => undefined;

  findOrganization(): Organization {
    return { ...hostOrganization, feeds: true };
  }

  async getPost(_organization: string, slug: string): Promise<Listed["posts"][number]> {
    await this.#read();
    return post(Number(slug));
  }

  async listPosts(
    _organization: string,
    { after = "0", limit }: Parameters<ContentSource["listPosts"]>[1],
  ): Promise<Listed> {
    await this.#read();
    const page = Number(after);
    const posts = Array.from({ length: Math.min(limit, 10) }, (_, index) => post(page * 10 + index));
    return { posts, next: page + 1 < pages ? String(page + 1) : null };
  }

  async #read(): Promise<void> {
    this.reads++;
    await new Promise((resolve) => setImmediate(resolve));
    this.onRead();
  }
}

function post(number: number): Listed["posts"][number] {
  return {
    id: number,
    slug: String(number),
    name: `Post ${number}`,
    html: `<h2>Why ${number}?</h2><p>So.</p>`,
  };
}

function open(): { content: SlowContent; api: PublicApi; errors: unknown[] } {
  const errors: unknown[] = [];
  const content = new SlowContent();
  const api = createPublicApi({ storage: memoryDriver(), content, onError: (error) => errors.push(error) });
  return { content, api, errors };
}

function requestOf(path: string, signal?: AbortSignal): Request {
  return new Request(`${origin}/api/public/v1${path}`, signal === undefined ? {} : { signal });
}

describe("a request whose client is gone", () => {
  it.each(["/post/acme/sitemap", "/llms-full/acme", "/faq/acme?limit=10"])(
    "stops reading for %s",
    async (path) => {
      const whole = open();
      expect((await whole.api.fetch(requestOf(path))).status).toBe(200);
      expect(whole.content.reads).toBeGreaterThan(10);
      const { content, api, errors } = open();
      const client = new AbortController();
      content.onRead = () => client.abort();
      const response = await api.fetch(requestOf(path, client.signal));
      expect([content.reads, response.status]).toEqual([1, 499]);
      expect(errors).toEqual([]);
    },
  );

  it.each(["search", "context", "search/acme/suggest"])("runs no query for %s", async (name) => {
    const { content, api } = open();
    const client = new AbortController();
    content.onRead = () => client.abort();
    const path = name.includes("/") ? `/${name}?q=post` : `/${name}/acme?q=post`;
    expect((await api.fetch(requestOf(path, client.signal))).status).toBe(499);
    expect((await api.fetch(requestOf(path))).status).toBe(200);
  });

  it("leaves its rendering to a client that waits for it", async () => {
    const { content, api } = open();
    Object.assign(content, { revision: () => "1" });
    const client = new AbortController();
    const left = api.fetch(requestOf("/llms-full/acme", client.signal));
    const waiting = api.fetch(requestOf("/llms-full/acme"));
    content.onRead = () => client.abort();
    expect((await left).status).toBe(499);
    expect((await waiting).status).toBe(200);
  });

  it("gets no dashboard page", async () => {
    const world = await openDashboardWorld();
    const { cookie } = await signInAs(world, "owner");
    const client = new AbortController();
    const init = { headers: { cookie }, signal: client.signal };
    const response = world.dashboard.fetch(new Request(`${origin}/dashboard/o/acme/posts`, init));
    client.abort();
    expect((await response).status).toBe(499);
  });

  it("gets no error page, whichever call of the store it leaves at", async () => {
    let onCall = (): void => undefined;
    const driver = memoryDriver();
    const atomic = new Proxy(driver.atomic, {
      get: (target, name) => {
        onCall();
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
    const api = createPublicApi({ storage: { ...driver, atomic } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
    const dashboard = createDashboard(api);
    const { cookie } = await signIn({ api, dashboard }, id);
    await untilIdle(api);
    const statuses: number[] = [];
    for (let last = 1; statuses.at(-1) !== 404; last++) {
      let calls = 0;
      const client = new AbortController();
      onCall = () => ++calls === last && client.abort();
      const init = { headers: { cookie }, signal: client.signal };
      const request = new Request(`${origin}/dashboard/o/acme/posts/missing`, init);
      const { status } = await dashboard.fetch(request);
      expect(status).toBe(client.signal.aborted ? 499 : 404);
      statuses.push(status);
    }
    expect(statuses.length).toBeGreaterThan(2);
  });

  it("does not stop a request with a body, whose signal aborts when the body has been read", async () => {
    const world = await openDashboardWorld();
    const { cookie, formToken } = await signInAs(world, "owner");
    const client = new AbortController();
    const body = new URLSearchParams({ "form-token": formToken });
    const init = { method: "POST", headers: { cookie }, body, signal: client.signal };
    const response = world.dashboard.fetch(new Request(`${origin}/dashboard/sign-out`, init));
    client.abort();
    expect((await response).status).toBe(303);
  });
});

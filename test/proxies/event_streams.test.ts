import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { cannotRun, findRecipes, type Recipe, startRecipe } from "./_recipes.ts";

const recipes = findRecipes().filter(({ passesAll }) => passesAll);

/** Seconds without data after which nginx cuts a response unless a line says otherwise. */
const nginxDefault = 60;

it.each(recipes.filter(({ server }) => server === "varnish"))(
  "$place lets a stream last a day",
  ({ code }) => {
    expect(code).toContain("set sess.send_timeout = 1d;");
  },
);

it.each(recipes)("$place keeps a stream that is silent for 60 seconds", ({ code }) => {
  const seconds = [...code.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, text]) => Number(text));
  for (const timeout of [nginxDefault, ...seconds]) expect(timeout).toBeGreaterThanOrEqual(60);
});

/** A stream of events behind a proxy. */
class Stream {
  text = "";
  hasEnded = false;
  readonly #response: IncomingMessage;

  constructor(response: IncomingMessage) {
    this.#response = response;
    response.setEncoding("utf8").on("data", (text: string) => (this.text += text));
    response.on("close", () => (this.hasEnded = true));
  }

  get status(): number | undefined {
    return this.#response.statusCode;
  }

  /** Waits until the proxy has passed on a text. */
  async waitFor(form: RegExp): Promise<void> {
    await until(async () => {
      if (this.hasEnded) throw new Error(`The stream ended after ${JSON.stringify(this.text)}`);
      return form.test(this.text);
    });
  }
}

/** Lets the clock of the API run for a minute, and leaves each look at the log time to end. */
async function passMinute(): Promise<void> {
  for (let second = 0; second < 60; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}

describe.each(recipes)("a stream of events behind $server of $place", (recipe: Recipe) => {
  describe.skipIf(cannotRun(recipe))("with the real proxy", () => {
    let api: PublicApi;
    let origin: string;
    let key: string;
    let keyId: string;
    beforeAll(async () => {
      api = createPublicApi({ storage: memoryDriver(), trustProxy: 1 });
      await api.organizations.create({ slug: "acme", name: "A", siteUrl: "https://acme.example" });
      const { id: userId } = await api.users.create({ name: "Ada" });
      await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
      const generated = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" });
      ({ key, id: keyId } = generated);
      const server = await serve(api, { port: 0 });
      releaseAfterUse(() => server.close());
      releaseAfterUse(() => api.events.closeStreams());
      ({ origin } = await startRecipe(recipe, server.port));
    });
    beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => vi.useRealTimers());

    const open = async (lastId?: string): Promise<Stream> => {
      const headers = {
        "x-api-key": key,
        accept: "text/event-stream",
        "accept-encoding": "gzip",
        ...(lastId === undefined ? {} : { "last-event-id": lastId }),
      };
      const sent = request(`${origin}/api/public/v1/events/acme`, { headers, agent: new Agent() }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      releaseAfterUse(() => response.destroy());
      return new Stream(response);
    };

    it("gets each event and heartbeat at once, and counts as one request", async () => {
      const stream = await open();
      expect(stream.status).toBe(200);
      await stream.waitFor(/^retry: 2000\nid: \d+\n\n/);
      await api.posts.put("acme", { name: "Hello" });
      await vi.advanceTimersByTimeAsync(1000);
      await stream.waitFor(/"slug":"hello".*\n\n$/);
      await passMinute();
      // Six are sent. Fewer arrive if the machine is busy.
      await stream.waitFor(/(?:^:\nid: \d+\n\n){3}/m);
      expect((await api.apiKeys.get({ organizationSlug: "acme", keyId }))?.requestsToday).toBe(1);
      const lastId = [...stream.text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1];
      // The first stream is still open, so the resumed one counts as half a cut.
      await (await open(lastId)).waitFor(/^retry: 3000\n/);
    });
  });
});

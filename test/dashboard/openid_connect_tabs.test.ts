import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cookieOf, origin } from "./dashboard_world.ts";
import { listenAsProvider, signInAt, type TestProvider } from "./openid_provider.ts";
import { callbackPath, OpenIdWorld } from "./openid_world.ts";

let provider: TestProvider;
let world: OpenIdWorld;

beforeAll(async () => {
  provider = await listenAsProvider();
  provider.start(`${origin}/dashboard${callbackPath}`);
});
afterAll(async () => provider.close());
beforeEach(async () => {
  world = await OpenIdWorld.open(provider);
});

const cookiesOf = (tabs: readonly { cookie: string }[]): string =>
  tabs.map(({ cookie }) => cookie).join("; ");

describe("a user with several tabs", () => {
  it.each([0, 8])("is signed in by each of two tabs, with %i other attempts between them", async (count) => {
    const tabs: { cookie: string; url: string }[] = [];
    for (let tab = 0; tab < count + 2; tab++) tabs.push(await world.begin(cookiesOf(tabs)));
    const cookie = cookiesOf(tabs);
    for (const { url } of [tabs[0], tabs.at(-1)].flatMap((tab) => tab ?? [])) {
      const response = await world.comeBack(await signInAt(url, { name: "ada" }), cookie);
      expect([response.status, await world.nameOf(cookieOf(response))]).toEqual([303, "Ada"]);
    }
  });

  it("has at most 10 attempts in a browser: a further attempt replaces the oldest", async () => {
    const jar = new Map<string, string>();
    const begin = async (): Promise<string> => {
      const { cookie, url } = await world.begin([...jar].map((pair) => pair.join("=")).join("; "));
      const [name = "", value = ""] = cookie.split("=");
      jar.set(name, value);
      return url;
    };
    const urls: string[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      urls.push(await begin());
      world.dashboard.world.clock.advance(1);
    }
    expect(jar.size).toBe(10);
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const statusOf = async (url = ""): Promise<number> =>
      (await world.comeBack(await signInAt(url, { name: "ada" }), cookie)).status;
    expect(await statusOf(urls[1])).toBe(403);
    expect(await statusOf(urls[2])).toBe(303);
    expect(await statusOf(urls[11])).toBe(303);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { StandaloneWorld } from "../standalone/standalone_world.ts";
import { head, rawRequest } from "../runtimes/raw_request.ts";
import { isMissing, deployed, startCaddy, type StartedProxy, startNginx } from "./_started_proxy.ts";

const base = "/api/public/v1";

/** Paths that match a rule for the public API, but leave it when they are resolved. */
const escapes = [
  "/..\\..\\..\\dashboard/sign-in",
  "/%2e%2e\\%2e%2e\\admin/v1/members",
  "/..%5c..%5c..%5cdashboard/sign-in",
  "/%2e%2e%5C%2e%2e%5Cadmin/v1/members",
];

/** Tests a proxy in front of `postern serve` with the rule from the docs, which passes only the public API. */
function describeRule(server: "nginx" | "caddy", start: (apiPort: number) => Promise<StartedProxy>): void {
  describe.skipIf(isMissing(server))(`a rule for the public API in ${server}`, () => {
    let world: StandaloneWorld;
    let proxy: StartedProxy;
    beforeAll(async () => {
      world = await StandaloneWorld.open("--log", "none");
      proxy = await start(Number(new URL(world.url).port));
    });

    const send = (path: string): Promise<string> => {
      const request = head(`GET ${path}`, `x-api-key: ${world.key}`);
      return rawRequest(proxy.origin, request.replace("localhost", new URL(proxy.origin).host));
    };

    it("passes only the public API", async () => {
      expect(await send(`${base}/post/acme/short`)).toMatch(/^HTTP\/1\.1 200 /);
      for (const path of ["/dashboard/sign-in", "/api/admin/v1/members", "/healthz"]) {
        expect(await send(path)).toMatch(/^HTTP\/1\.1 404 /);
      }
    });

    it.each(escapes)("does not let %s through to another page", async (escape) => {
      const answer = await send(base + escape);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"malformed-path"');
    });

    it.each([
      "/../../../dashboard/sign-in",
      "/%2e%2e/%2e%2e/admin/v1/members",
      "/..%2f..%2f..%2fdashboard/sign-in",
    ])("does not let %s through", async (escape) => {
      expect(await send(base + escape)).toMatch(/^HTTP\/1\.1 40[04] /);
    });
  });
}

describeRule("nginx", (port) => startNginx(deployed("nginx/public_api.conf"), port));
describeRule("caddy", (port) => startCaddy(deployed("caddy/Caddyfile"), port));

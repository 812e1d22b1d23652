import { describe, expect, it } from "vitest";
import {
  answer,
  type Behaviour,
  hang,
  HostileServer,
  json,
  problem,
  reset,
  stall,
} from "../client/hostile_server.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { hostFile, startHost } from "./start_host.ts";

/** The addresses that `hosts/client_checks.js` needs. */
export interface ClientAddresses {
  api: string;
  key: string;
  hostile: string;
}

/** Returns the behaviour that the first part of the path names. Pages of other origins may also send requests. */
function byPath(hostile: HostileServer, elsewhere: HostileServer): Behaviour {
  const cors = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "*",
    "access-control-expose-headers": "*",
  };
  const attempts = (): number =>
    hostile.seen.filter(({ url, method }) => method === "POST" && url.startsWith("/recovering")).length;
  const behaviours: Record<string, Behaviour> = {
    hang,
    reset,
    stall,
    redirect: answer(307, { ...cors, location: `${elsewhere.url}/` }),
    page: answer(502, { ...cors, "content-type": "text/html" }, "<p>Bad gateway</p>"),
    busy: problem("store-unavailable", 503, { ...cors, "retry-after": "20" }),
    recovering: (response, request) => {
      const busy = problem("store-unavailable", 503, { ...cors, "retry-after": "0" });
      (attempts() < 3 ? busy : json({ id: "a" }, 201, cors))(response, request);
    },
  };
  return (response, request) => {
    const name = request.url?.split("/")[1] ?? "";
    const behaviour = request.method === "OPTIONS" ? answer(204, cors) : behaviours[name];
    behaviour?.(response, request);
  };
}

/**
 * Tests the client on any runtime. Each runtime's test is one call.
 *
 * @param check runs `hosts/client_checks.js` on the runtime, and returns its result
 */
export function describeClientOn(check: (addresses: ClientAddresses) => Promise<unknown>): void {
  describe("postern/client", () => {
    const running = startForSuite(async () => startHost(process.execPath, [hostFile("node.js")]));
    const first = startForSuite(async () => HostileServer.start());
    const second = startForSuite(async () => HostileServer.start());

    it("behaves the same as on other runtimes", async () => {
      const [host, hostile, elsewhere] = [running(), first(), second()];
      const { editor } = (await (await fetch(`${host.url}/host/seed`)).json()) as { editor: { key: string } };
      elsewhere.will(json({ posts: [], nextCursor: null }));
      hostile.will(byPath(hostile, elsewhere));
      const found = await check({ api: `${host.url}/content`, key: editor.key, hostile: hostile.url });
      expect(found).toEqual({
        names: ["First", "Grüße", "Second", "Third"],
        faqEntries: [
          { question: "Grüße, 世界 😀?", answer: "Ja & nein." },
          { question: "Two?", answer: "Yes." },
        ],
        fallsBy: 1,
        locations: 5,
        characters: 2,
        isAddedOnce: true,
        isRenewed: 1,
        missing: "post-not-found",
        refused: "invalid-key",
        redirected: "redirected",
        reset: "network-failure",
        page: "http-error",
        late: "timeout",
        stalled: "timeout",
        aborted: "The page was left",
        abortedWhileWaiting: "The page was left",
        retried: '{"id":"a"}',
      });
      expect(elsewhere.seen).toEqual([]);
      const retried = hostile.seen.filter(
        ({ method, url }) => method === "POST" && url.startsWith("/recovering"),
      );
      const keys = retried.map(({ headers }) => headers["idempotency-key"]);
      expect([retried.length, new Set(keys).size]).toEqual([3, 1]);
    });
  });
}

import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import type { RunningHost } from "./start_host.ts";

/** Tests that a server stops although connections have sent nothing, or a part of a request. */
export function describeStop(open: () => Promise<RunningHost>): void {
  describe("stop", () => {
    it("waits for no connection without a request", async () => {
      const host = await open();
      for (const sent of ["", "GET", "GET / HTTP/1.1\r\nHost: localhost\r\n"]) {
        const socket = connect(Number(new URL(host.url).port), "127.0.0.1");
        releaseAfterUse(() => socket.destroy());
        socket.on("error", () => undefined);
        await once(socket, "connect");
        socket.write(sent);
      }
      await (await fetch(host.url)).arrayBuffer();
      await expect(host.close()).resolves.toBeUndefined();
    });
  });
}

import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readToEnd, readUntil } from "../read_stream.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import type { RunningHost } from "./start_host.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Tests event streams over a real socket, on any runtime. Each runtime's test is one call.
 *
 * @param open starts the host of `hosts/app.js` with an empty store
 * @param options.canClose true if `close` of the host is that of an adapter. Default: false
 */
export function describeEventStreams(
  open: () => Promise<RunningHost>,
  { canClose = false }: { canClose?: boolean } = {},
): void {
  describe("event streams", () => {
    const start = async (): Promise<{
      host: RunningHost;
      key: string;
      stream: (signal?: AbortSignal) => Promise<Response>;
      openRead: (signal?: AbortSignal) => Promise<Reader>;
    }> => {
      const host = await open();
      const seeded = await fetch(`${host.url}/host/seed`);
      const { key } = ((await seeded.json()) as { editor: { key: string } }).editor;
      const stream = async (signal?: AbortSignal): Promise<Response> =>
        fetch(`${host.url}/content/api/public/v1/events/acme`, {
          headers: { accept: "text/event-stream", "x-api-key": key },
          ...(signal && { signal }),
        });
      const openRead = async (signal?: AbortSignal): Promise<Reader> => {
        const response = await stream(signal);
        expect(response.status).toBe(200);
        if (response.body === null) throw new Error("The response has no body");
        const reader = response.body.getReader();
        await readUntil(reader, /\n\n$/);
        return reader;
      };
      return { host, key, stream, openRead };
    };

    it(
      "give the slots of clients that left back, and open ones keep theirs",
      { timeout: 60_000 },
      async () => {
        const { host, key, stream, openRead } = await start();
        releaseAfterUse(() => host.close());
        const kept = await openRead();
        const leaving = new AbortController();
        for (let left = 9; left > 0; left--) await openRead(leaving.signal);
        expect((await stream()).status).toBe(429);
        leaving.abort();
        const staying = new AbortController();
        // workerd never tells that a client has left, so the slots come back one by one.
        // Each attempt counts for the key.
        let free = 9;
        for (let attempt = 0; free > 0 && attempt < 90; attempt++) {
          if ((await stream(staying.signal)).status === 200) free--;
          else await pause(500);
        }
        expect(free).toBe(0);
        expect((await stream()).status).toBe(429);
        const post = await fetch(`${host.url}/content/api/admin/v1/posts/news`, {
          method: "PUT",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({ name: "News", html: "<p>New</p>" }),
        });
        expect(post.status).toBe(201);
        await readUntil(kept, /"slug":"news"/);
        staying.abort();
        await kept.cancel();
      },
    );

    if (!canClose) return;
    it("end when the server closes", async () => {
      const { host, openRead } = await start();
      const reader = await openRead();
      // A host that does not stop is killed, and the stream then ends with an error.
      const [text] = await Promise.all([readToEnd(reader), host.close()]);
      expect(text).not.toContain("event:");
    });
  });
}

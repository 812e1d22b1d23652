import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { StandaloneWorld } from "./standalone_world.ts";

const page = "/dashboard/sign-in?token=none";
let world: StandaloneWorld;
let paths: string[];

beforeAll(async () => {
  world = await StandaloneWorld.open("--log", "none", "--dashboard", "on");
  const { body } = await world.send(page);
  paths = [...body.toString().matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
});

it("compresses scripts and styles, each form with its own ETag", async () => {
  expect(paths.length).toBeGreaterThanOrEqual(3);
  for (const path of paths.filter((one) => !one.endsWith(".svg"))) {
    const plain = await world.send(path);
    expect(plain.headers).toMatchObject({ vary: "accept-encoding", etag: expect.stringMatching(/^"\w+"$/) });
    for (const [coding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const answer = await world.send(path, { "accept-encoding": coding });
      const etag = `${plain.headers.etag?.slice(0, -1) ?? ""}-${coding}"`;
      expect(answer.headers).toMatchObject({ "content-encoding": coding, vary: "accept-encoding", etag });
      expect(decode(answer.body)).toEqual(plain.body);
      expect(answer.body.length).toBeLessThan(plain.body.length / 2);
      const again = await world.send(path, { "accept-encoding": coding, "if-none-match": etag });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  }
});

it("compresses no page, because pages have a form token beside texts of clients", async () => {
  const { headers } = await world.send(page, { "accept-encoding": "br, gzip" });
  expect(headers["content-type"]).toContain("text/html");
  expect(headers["content-encoding"]).toBeUndefined();
});

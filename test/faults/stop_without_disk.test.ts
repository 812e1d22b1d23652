import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { mountSmallDisk, smallDiskIsMissing } from "./small_disk.ts";

async function serve(setting: string): Promise<StartedProcess> {
  const serving = startPostern(`serve --port 0 --storage ${setting}`);
  await serving.waitFor(/Postern serves/);
  return serving;
}

/** Serves a directory of files, and waits until the server has written the last record of its start. */
async function serveFiles(path: string): Promise<StartedProcess> {
  const serving = await serve(`fs:${path}`);
  await until(async () => existsSync(join(path, "@1", "due", "state.json")));
  return serving;
}

/** Stops a server, and returns its output after the start, without the log that the store refuses writes. */
async function stop(serving: StartedProcess): Promise<{ code: number | null; lines: string[] }> {
  const { length } = serving.output();
  const code = await serving.stop();
  const lines = serving.output().slice(length).trim().split("\n");
  return { code, lines: lines.filter((line) => line !== "" && !line.includes("The store refuses writes")) };
}

describe("a stop by SIGTERM", () => {
  it.skipIf(smallDiskIsMissing())(
    "ends with a line if the file system has become read-only (fs)",
    async () => {
      const disk = mountSmallDisk("16m");
      releaseAfterUse(disk.remove);
      const path = join(disk.path, "data");
      const serving = await serveFiles(path);
      execFileSync("mount", ["-o", "remount,ro", disk.path]);
      expect(await stop(serving)).toEqual({
        code: 0,
        lines: [
          `postern: Cannot close the store: the file system is read-only (EROFS, ${path}). Mount it writable, or choose another directory`,
        ],
      });
    },
    120_000,
  );

  it.each([
    ["deleted", (path: string) => rmSync(path, { recursive: true })],
    ["moved away", (path: string) => renameSync(path, `${path}-moved`)],
  ])(
    "ends with a line if the directory was %s (lmdb)",
    async (_name, remove) => {
      const path = join(scratchDirectory(), "data");
      const serving = await serve(`lmdb:${path}`);
      remove(path);
      expect(await stop(serving)).toEqual({
        code: 0,
        lines: [`postern: Cannot close the store: the file or directory is missing (ENOENT, ${path})`],
      });
    },
    120_000,
  );

  it("ends if the directory was deleted (fs)", async () => {
    const path = join(scratchDirectory(), "data");
    const serving = await serveFiles(path);
    // The server can write a file while its directory is deleted.
    rmSync(path, { recursive: true, maxRetries: 100, retryDelay: 10 });
    expect(await stop(serving)).toEqual({ code: 0, lines: [] });
  }, 120_000);
});

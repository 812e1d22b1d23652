import { afterAll, beforeAll, onTestFinished, TestRunner } from "vitest";
import { temporaryDirectory } from "../temporary_directory.ts";
import { releaseAfterFile } from "./release_after_file.ts";

/** Runs a function after the running test. Outside of a test, it runs after the last test of the file. The latest function runs first. */
export function releaseAfterUse(release: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) releaseAfterFile(release);
  else onTestFinished(async () => void (await release()));
}

/** Makes an empty directory for the running test or file, and returns its path. */
export function scratchDirectory(): string {
  const { path, remove } = temporaryDirectory();
  releaseAfterUse(remove);
  return path;
}

/** Starts a server before the tests of a suite, and stops it after them. Returns a function that returns the server. */
export function startForSuite<Server extends { stop(): unknown } | { close(): unknown }>(
  start: () => Promise<Server>,
): () => Server {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await start();
  }, 120_000);
  afterAll(async () => {
    if (server !== undefined) await ("stop" in server ? server.stop() : server.close());
  });
  return () => {
    if (server === undefined) throw new Error("Cannot use the server of a suite: its tests do not run");
    return server;
  };
}

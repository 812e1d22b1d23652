import { configureGlobal } from "fast-check";
import { afterAll, expect } from "vitest";
import { askBroker } from "./ask_broker.ts";
import { programsOf } from "./programs_of.ts";
import { testSeed } from "../test_seed.ts";
import { releaseAll } from "./release_after_file.ts";

// A setup file runs again for each test file, also if the files share their modules.
afterAll(releaseAll);
const { testPath } = expect.getState();
if (testPath !== undefined && programsOf(testPath).needsBuild) await askBroker("build");
configureGlobal({ seed: testSeed });

import { configureGlobal } from "fast-check";
import { afterAll } from "vitest";
import { testSeed } from "../test_seed.ts";
import { releaseAll } from "./release_after_file.ts";

// A setup file runs again for each test file, also if the files share their modules.
afterAll(releaseAll);
configureGlobal({ seed: testSeed });

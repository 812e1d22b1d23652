// Prints the files and functions that a warm request for a post with a key enters: npm run trace
import { redisIsMissing } from "../storage-drivers/_redis_server.ts";
import { type EnteredFunction, sizeOf } from "./entered_functions.ts";
import { traces } from "./traces.ts";

const hasRedis = !redisIsMissing();

for (const [name, trace] of Object.entries(traces)) {
  if (name === "serve, Redis" && !hasRedis) continue;
  print(name, await trace());
}

function print(name: string, entered: readonly EnteredFunction[]): void {
  const { files, functions } = sizeOf(entered);
  console.log(`\n${name}: ${files} files, ${functions} functions`);
  for (const file of new Set(entered.map((one) => one.file))) {
    const names = entered.filter((one) => one.file === file).map((one) => one.name || "(anonymous)");
    console.log(`  ${file}: ${names.join(", ")}`);
  }
}

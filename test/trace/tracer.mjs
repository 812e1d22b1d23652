// Preloaded into a server: for each message of the parent, sends the functions that were called since the message before.
import { Session } from "node:inspector/promises";
import { setTimeout as pause } from "node:timers/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");

let isStarted = false;

process.on("message", () => void sendCalled());
// The server ends as it would without a tracer.
process.channel.unref();

async function sendCalled() {
  if (!isStarted) await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  isStarted = true;
  // A response can be sent before its request is counted and logged.
  await pause(50);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  process.send(result.filter(({ url }) => url.startsWith("file:")));
}

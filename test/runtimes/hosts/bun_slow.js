import { serve } from "postern/bun";

/** Responds after Bun's default timeout of 10 seconds, which Bun checks every 4 seconds. */
const handler = async () => {
  await Bun.sleep(15_000);
  return new Response("late");
};

const server = serve({ handler }, { port: 0 });
console.log(`listening on ${server.url}`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));

import { serve } from "postern/bun";

/** Answers later than Bun waits by itself: 10 seconds, which it looks at every 4. */
const handler = async () => {
  await Bun.sleep(15_000);
  return new Response("late");
};

const server = serve({ handler }, { port: 0 });
console.log(`listening on ${server.url}`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));

import { serve } from "postern/node";

/** The first argument names the app. With the second one, the API serves itself, and its handler gets light requests. */
const { createApp } = await import(`./${process.argv[2] ?? "app"}.js`);
const app = createApp();
const server = await serve(process.argv[3] === "api" ? app.api : app, { port: 0, next: app.next });
console.log(`listening on ${server.url}`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));

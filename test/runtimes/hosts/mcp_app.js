import { mcp } from "postern/mcp";
import { createApp as createPlainApp } from "./app.js";

/** Returns the parts of `app.js`, with the Model Context Protocol and the sign-in of assistants. The origin is the one that clients know. */
export function createApp(options) {
  const signIn = { apiOrigin: "https://api.example", oauth: { registration: true } };
  return createPlainApp({ ...options, ...signIn, mcp: mcp() });
}

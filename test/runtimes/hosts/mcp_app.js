import { mcp } from "postern/mcp";
import { createApp as createPlainApp } from "./app.js";

/** Returns the parts of `app.js`, with the Model Context Protocol. */
export function createApp(options) {
  return createPlainApp({ ...options, mcp: mcp() });
}

/** Prints the traces of requests. */
import { traceRequests } from "./traces.js";

console.log(JSON.stringify(await traceRequests()));

/** The client in a separate process. */
import { checkClient } from "./client_checks.js";

const args = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await checkClient(JSON.parse(args[0]))));

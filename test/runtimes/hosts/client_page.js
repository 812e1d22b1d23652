/** The client in a page. */
import { checkClient } from "./client_checks.js";

globalThis.checkClient = checkClient;

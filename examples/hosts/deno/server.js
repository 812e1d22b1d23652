/** Deno server with the API and the host's own pages. */
import { serve } from "postern/deno";
import { api } from "./content_api.js";

serve(api, { port: 3000, next: () => new Response("The host's own page") });

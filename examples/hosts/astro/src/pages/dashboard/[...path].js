import { createDashboard } from "postern/dashboard";
import { toAstroEndpoint } from "postern/astro";
import { api } from "../../../content_api.js";

export const prerender = false;
export const ALL = toAstroEndpoint(createDashboard(api));

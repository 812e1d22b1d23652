import { createDashboard } from "postern/dashboard";
import { toNextHandler } from "postern/next";
import { api } from "../../../content_api.js";

export const { GET, HEAD, POST } = toNextHandler(createDashboard(api));

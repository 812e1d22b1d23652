import { createDashboard } from "postern/dashboard";
import { toNextHandler } from "postern/next";
import { api } from "../../../content_api.ts";

export const { GET, HEAD, POST } = toNextHandler(createDashboard(api));

import { toNextHandler } from "postern/next";
import { api } from "../../../../../content_api.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandler(api);

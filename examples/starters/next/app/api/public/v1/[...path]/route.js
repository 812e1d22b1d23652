import { toNextHandler } from "postern/next";
import { api } from "../../../../../content_api.js";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandler(api);

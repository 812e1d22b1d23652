import { jsonAnswer } from "../answer.ts";
import { adminDocument } from "./admin_document.ts";
import type { AdminHandler } from "./admin_route.ts";

/** `GET /openapi.json`: what the admin API does, for machines. */
export const getDocument: AdminHandler = async (_request, { options }) => jsonAnswer(adminDocument(options));

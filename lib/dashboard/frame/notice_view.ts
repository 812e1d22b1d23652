import type { Html } from "../../base/text/html.ts";
import { message } from "../design/message.ts";
import { toast } from "../design/toast.ts";
import type { Notice } from "./notices.ts";

/** Renders a notice: as a toast, or as a message in the page if it must stay. */
export function noticeView({ text, isFailure, isLasting }: Notice): Html {
  if (isFailure) return message("problem", text, "status");
  return isLasting ? message("note", text, "status") : toast({ text });
}

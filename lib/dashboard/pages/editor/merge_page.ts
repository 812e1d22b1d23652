import type { PreparedResponse } from "../../../exchange/mod.ts";
import type { Visit } from "../../visit.ts";
import { editorPage } from "./editor_page.ts";
import type { EditorText } from "./editor_text.ts";

/** Shows both sides of a conflict. */
export async function mergePage(visit: Visit, text: EditorText): Promise<PreparedResponse> {
  return editorPage(visit, {
    text,
    problem: {
      status: 409,
      message: "The post has changed since you opened it. Nothing was saved.",
      fields: {},
    },
  });
}

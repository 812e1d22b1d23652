import { cookies, draftMode } from "next/headers";
import { orUndefined } from "./or_undefined";
import { postern } from "./postern";
import { previewCookie } from "./preview_cookie";

/** Reads the post of a preview link, whatever its status. Undefined outside of a preview. */
export async function findDraft(slug: string) {
  const { isEnabled } = await draftMode();
  if (!isEnabled) return undefined;
  const preview = (await cookies()).get(previewCookie)?.value;
  return preview ? orUndefined(postern.getPost(slug, { preview })) : undefined;
}

import { PosternError } from "postern/client";

/** Returns undefined in place of a missing post. */
export async function orUndefined<Data>(answer: Promise<{ data: Data }>): Promise<Data | undefined> {
  try {
    return (await answer).data;
  } catch (error) {
    if (error instanceof PosternError && error.code === "post-not-found") return undefined;
    throw error;
  }
}

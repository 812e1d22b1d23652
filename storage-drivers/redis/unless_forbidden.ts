/** Returns a reply, or undefined if the server forbids or does not know the command, as managed servers and other engines do. */
export async function unlessForbidden<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reply;
  } catch {
    return undefined;
  }
}

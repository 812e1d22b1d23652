/** Somebody cannot be signed in as they try to; the message tells them why, and what they can do. Over HTTP: 403. */
export class SignInRefusedError extends Error {
  override name = "SignInRefusedError";
}

/** A sign-in was refused. The message gives the user the reason and the next step. Over HTTP: 403. */
export class SignInRefusedError extends Error {
  override name = "SignInRefusedError";
}

/** A form was not sent by a page of the session it came with. Over HTTP: 403. */
export class FormRefusedError extends Error {
  override name = "FormRefusedError";
}

/** A form did not come from a page of its session. Over HTTP: 403. */
export class FormRefusedError extends Error {
  override name = "FormRefusedError";
}

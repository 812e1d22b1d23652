/**
 * An option, or another argument, of a public function is not allowed. The message names the option, its value and the allowed values.
 * The value of a secret is never shown.
 */
export class InvalidOptionError extends RangeError {
  override name = "InvalidOptionError";
  /** The option's path, such as `cors.origins`. */
  readonly option: string;

  constructor(action: string, option: string, reason: string) {
    super(`Cannot ${action}: ${reason}`);
    this.option = option;
  }
}

/**
 * An option or argument of a public function is invalid. The message names the option, its value and the allowed values.
 * It never shows the value of a secret.
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

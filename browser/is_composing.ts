/** Code of a key that the input method handles: `keyCode` of UI Events, appendix A. */
const handledKey = 229;

/**
 * True if a key belongs to the composition of an input method, such as the Enter that chooses a Japanese word. Safari ends the composition before it
 * sends that Enter, so only the code of the key shows it.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === handledKey;
}

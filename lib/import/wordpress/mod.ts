/**
 * Reads WordPress exports.
 *
 * @module
 */
export { readWordPress } from "./read_wordpress.ts";

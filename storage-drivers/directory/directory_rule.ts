import { type Check, textRule } from "../../lib/base/input/check_options.ts";

/** Beginnings that only a shell replaces. */
const shellWord = /^(?:~|\$[\w{(]|%\w+%)/;
// oxlint-disable-next-line no-control-regex -- a name with a line end is a mistake of a settings file
const control = /[\u0000-\u001f\u007f]/;

/** Allows names of directories. */
export const directoryRule: Check = textRule(
  "the name of a directory without ~ or a variable at its beginning, which only a shell replaces, and without control characters",
  (path) => path !== "" && !shellWord.test(path) && !control.test(path),
);

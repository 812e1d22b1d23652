/** The browser of the tests: Debian's, unless `CHROMIUM_PATH` names another one. */
export const chromiumPath: string = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

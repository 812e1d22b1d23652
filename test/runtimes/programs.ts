import { resolve } from "node:path";

/** Directory of the other runtimes. They are installed separately, and need 360 MB. */
export const programs: string = resolve("test/runtimes/programs");

/** Command that installs them. */
export const installPrograms = "npm ci --prefix test/runtimes/programs";

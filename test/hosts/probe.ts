import { checks, type Host } from "./checks.ts";

/**
 * Checks a running host: `node probe.ts ADDRESS`. The environment names the key, the link that signs in, the secret of the webhook, the path
 * of the host's own page, and the exceptions as `number,number`. The last line is the result, such as `24/24`.
 */
const [address = ""] = process.argv.slice(2);
const host: Host = {
  address,
  key: process.env["PROBE_KEY"] ?? "",
  link: process.env["PROBE_LINK"] ?? "",
  webhookSecret: process.env["POSTERN_WEBHOOK_SECRET"] ?? "",
  ownPage: process.env["PROBE_OWN_PAGE"] ?? "/",
};
const exceptions = (process.env["PROBE_EXCEPTIONS"] ?? "").split(",").filter((number) => number !== "");
let passed = 0;
let unexpected = 0;
for (const [index, [name, check]] of Object.entries(checks).entries()) {
  const number = String(index + 1);
  const excepted = exceptions.includes(number);
  try {
    await check(host);
    passed++;
    if (excepted) throw new Error("It passes, but is listed as an exception. Remove the exception");
  } catch (error) {
    if (!excepted || passed > index) unexpected++;
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    console.log(`${excepted ? "exception" : "failed"} ${number}. ${name}: ${reason.replaceAll(/\s+/g, " ")}`);
  }
}
console.log(`${passed}/${Object.keys(checks).length}`);
process.exitCode = unexpected === 0 ? 0 : 1;

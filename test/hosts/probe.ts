import { checks, type Host } from "./checks.ts";

/**
 * Checks a running host: `node probe.ts ADDRESS`. The environment has the key, the sign-in link, the secret of the webhook and the path of the
 * host's own page. `PROBE_EXCEPTIONS` has the numbers of the exceptions. The last line is the result, such as `24/24`.
 */
const [address = ""] = process.argv.slice(2);
const host: Host = {
  address,
  send: fetch,
  key: process.env["PROBE_KEY"] ?? "",
  link: process.env["PROBE_LINK"] ?? "",
  webhookSecret: process.env["POSTERN_WEBHOOK_SECRET"] ?? "",
  ownPage: process.env["PROBE_OWN_PAGE"] ?? "/",
};
const exceptions = new Set((process.env["PROBE_EXCEPTIONS"] ?? "").split(","));
let passed = 0;
let failed = 0;
for (const [index, [name, check]] of Object.entries(checks).entries()) {
  try {
    await check(host);
    passed++;
  } catch (error) {
    const isException = exceptions.has(String(index + 1));
    if (!isException) failed++;
    console.log(`${isException ? "exception" : "failed"} ${index + 1}. ${name}: ${reasonOf(error as Error)}`);
  }
}
console.log(`${passed}/${Object.keys(checks).length}`);
process.exitCode = failed === 0 ? 0 : 1;

function reasonOf({ message, cause }: Error): string {
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return reason.replaceAll(/\s+/g, " ");
}

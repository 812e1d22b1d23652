import type { AtomicDriver } from "../../../lib/store/mod.ts";
import { findUnsignedWebhooks, mostUnsigned } from "../../../lib/webhooks/mod.ts";

/**
 * Describes the enabled webhooks that a server with these secrets cannot sign. Returns undefined if there are none.
 *
 * @param secrets texts of `POSTERN_SECRET`. Undefined without it
 */
export async function describeUnsigned(
  storage: AtomicDriver,
  secrets: readonly string[] | undefined,
): Promise<{ detail: string; remedy: string } | undefined> {
  const found = await findUnsignedWebhooks(storage, secrets);
  const [first] = found;
  if (first === undefined) return undefined;
  const count = found.length === 1 ? "1 webhook" : `${found.length} webhooks`;
  const counted = found.length === mostUnsigned ? `At least ${count}` : count;
  const reason =
    secrets === undefined
      ? "POSTERN_SECRET is missing, which decrypts their secrets"
      : "no text of POSTERN_SECRET encrypted their secrets";
  return {
    detail: `${counted} cannot be signed, such as ${first.webhookId} of "${first.organizationSlug}": ${reason}`,
    remedy: 'set POSTERN_SECRET to the former text, or run "postern webhook roll" for each of them',
  };
}

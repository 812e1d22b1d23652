import type { Clock } from "../../base/time/clock.ts";
import {
  brokenUrlRule,
  type PageResponse,
  redirectOf,
  type SendWebhook,
  WebhookSendError,
} from "../../webhooks/mod.ts";
import type { PageCheck } from "./site_check.ts";

/** Dependencies of {@link readPage}. */
export interface PageDeps {
  clock: Clock;
  /** Rules of the host for webhooks, which apply to pages, too. */
  rules: { send: SendWebhook; allowPrivateNetworks: boolean };
}

/** Time for a page with its redirects, in milliseconds. */
const longestTime = 10_000;
const mostBytes = 1_000_000;
const mostRedirects = 3;
const longestText = 200;

/** A page with its body, or the reason why it could not be read. */
export interface ReadPage {
  check: PageCheck;
  text: string;
  /** True if the page may have more than was read. */
  isCut: boolean;
}

/** Requests a page, and follows a few redirects. Every address is checked by the rules. */
export async function readPage(first: string, { clock, rules }: PageDeps): Promise<ReadPage> {
  const end = clock.now() + longestTime;
  let url = first;
  const failed = (state: PageCheck["state"], reason?: string): ReadPage => ({
    check: {
      ...withUrls(first, url),
      state,
      ...(reason !== undefined && { reason: reason.slice(0, longestText) }),
    },
    text: "",
    isCut: false,
  });
  const { get } = rules.send;
  if (get === undefined) return failed("unavailable");
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { allowPrivateNetworks } = rules;
    const broken = brokenUrlRule(url, { allowHttp: true, allowPrivateNetworks });
    if (broken !== undefined) return failed("refused", `its address ${broken}`);
    const timeoutMs = end - clock.now();
    if (timeoutMs <= 0) return failed("unreachable", `no response within ${longestTime / 1000} seconds`);
    try {
      const response = await get({ url, timeoutMs, mostBytes, allowPrivateNetworks });
      const next = redirectOf(response, url);
      if (next === undefined) return toPage(response, withUrls(first, url));
      url = next;
    } catch (error) {
      if (!(error instanceof WebhookSendError)) throw error;
      return failed("unreachable", error.message);
    }
  }
  return failed("redirects");
}

function toPage(
  { status, body, contentType }: PageResponse,
  urls: Pick<PageCheck, "url" | "finalUrl">,
): ReadPage {
  const type = contentType?.slice(0, longestText);
  const state = status === 200 ? "ok" : "status";
  const check = { state, ...urls, status, ...(type !== undefined && { contentType: type }) } as const;
  return { check, text: new TextDecoder().decode(body), isCut: body.length >= mostBytes };
}

function withUrls(url: string, last: string): Pick<PageCheck, "url" | "finalUrl"> {
  return url === last ? { url } : { url, finalUrl: last.slice(0, 2048) };
}

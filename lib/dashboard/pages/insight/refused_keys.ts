import { card } from "../../design/card.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { InsightReport } from "../../../api/mod.ts";
import { isKeyId } from "../../../store/daily_counts/mod.ts";
import { type Ranked, ranking } from "../../design/charts/ranking.ts";
import { excerptOf, numberOf, sum } from "../../format/format.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { refusalWords } from "./refusal_words.ts";

/** Maximum number of keys that are named for a reason. */
const namedKeys = 3;

type Refusal = InsightReport["refusals"][number];

/** Renders the reasons of refused requests, with the next step and the keys. */
export function refusedKeys(visit: Visit, refusals: readonly Refusal[]): Html {
  const codes = [...new Set(refusals.map(({ code }) => code))];
  const shown = codes
    .map((code) => ranked(visit, code, refusals))
    .toSorted((one, other) => other.count - one.count);
  return card({
    title: "Refused requests",
    body: html`${shown.length === 0 ? html`<p class="hint">No request was refused.</p>` : ranking(shown, "requests")}`,
  });
}

function ranked(visit: Visit, code: string, refusals: readonly Refusal[]): Ranked {
  const own = refusals.filter((one) => one.code === code);
  const { reason, advice } = refusalWords(code);
  const keys = own.filter(({ key }) => key !== undefined && isKeyId(key)).slice(0, namedKeys);
  const links = keys.map(
    ({ key = "", keyName = key, requests }) =>
      html` <a dir="auto" href="${pathTo(visit, `settings/api-keys/${key}`)}">${excerptOf(keyName, 40)}</a> (${numberOf(requests)})`,
  );
  return {
    name: html`${reason}`,
    count: sum(own.map(({ requests }) => requests)),
    detail: html`${advice}${links.length > 0 && html`<br>${links.length === 1 ? "Key:" : "Keys:"}${links}`}`,
  };
}

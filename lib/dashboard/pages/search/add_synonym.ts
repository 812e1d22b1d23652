import { parseSynonyms } from "../../../content/mod.ts";
import { foldText } from "../../../base/text/fold_text.ts";
import { seeOther } from "../../frame/answers.ts";
import { listAddress } from "../../frame/paging.ts";
import { textOf } from "../../form/read_form.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { type PageHandler, pathTo } from "../../visit.ts";
import { searchPage } from "./search_page.ts";

/** Adds a query to the synonyms of a word. A word of a known group joins this group. */
export const addSynonym: PageHandler = async (visit) => {
  const q = textOf(visit.form, "q");
  const [words = []] = parseSynonyms(textOf(visit.form, "synonyms"));
  return orShowAgain(
    async () => {
      await visit.api.admin.organization.update(visit.actor, ({ synonyms = [] }) => ({
        synonyms: withGroup(synonyms, [q, ...words]),
      }));
      return seeOther(`${listAddress(pathTo(visit, "search"), { q })}&done=synonym-added`);
    },
    (problem) => searchPage(visit, { q, kind: "", cursor: null }, { problem }),
  );
};

/** Joins a group with the first group that has one of its words. */
function withGroup(groups: readonly (readonly string[])[], added: readonly string[]): string[][] {
  const folded = new Set(added.map(foldText));
  const known = groups.find((words) => words.some((word) => folded.has(foldText(word))));
  const present = new Set(known?.map(foldText));
  const joined = [...(known ?? []), ...added.filter((word) => !present.has(foldText(word)))];
  return [...groups.filter((words) => words !== known).map((words) => [...words]), joined];
}

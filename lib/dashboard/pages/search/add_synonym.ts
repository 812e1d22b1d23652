import { parseSynonyms, synonymsInput } from "../../../content/mod.ts";
import { type InvalidField, InvalidInputError } from "../../../base/errors.ts";
import { validate } from "../../../base/input/validate.ts";
import { foldText } from "../../../base/text/fold_text.ts";
import { excerptOf } from "../../format/format.ts";
import { seeOther } from "../../frame/answers.ts";
import { listAddress } from "../../frame/paging.ts";
import { textOf } from "../../form/read_form.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { type PageHandler, pathTo } from "../../visit.ts";
import { chosenIn, find, searchPage } from "./search_page.ts";

const action = "Cannot add the synonym";
/** Maximum characters of a refused text in a message. */
const longestShown = 100;

/** Makes the words of a query a synonym of other words, and shows the search again. */
export const addSynonym: PageHandler = async (visit) => {
  const { form } = visit;
  const chosen = chosenIn((name) => textOf(form, name));
  return orShowAgain(
    async () => {
      const added = enteredGroup(textOf(form, "word"), parseSynonyms(textOf(form, "synonyms")).flat());
      try {
        await visit.api.admin.organization.update(visit.actor, ({ synonyms = [] }) => ({
          synonyms: withSynonym(synonyms, added),
        }));
      } catch (error) {
        throw atField(error, ({ pointer, message }) => {
          const place = pointer === "/synonyms" ? "the synonyms" : "their group";
          return { pointer: "/synonyms", message: `cannot be added: ${place} ${message}` };
        });
      }
      const { q, kind } = chosen;
      return seeOther(listAddress(pathTo(visit, "search"), { q, in: kind, done: "synonym-added" }));
    },
    async (problem) => searchPage(visit, chosen, { page: await find(visit, chosen), problem }),
    { names: { word: "word or phrase", synonyms: "words of your posts" } },
  );
};

/**
 * Returns the word or phrase and its synonyms as they are stored.
 *
 * @throws {InvalidInputError} with the field of the form
 */
function enteredGroup(word: string, synonyms: readonly string[]): readonly string[] {
  try {
    const [group = []] = validate(synonymsInput, [[word, ...synonyms]], action);
    return group;
  } catch (error) {
    throw atField(error, ({ pointer, message }) => {
      if (pointer === "/0/0") return { pointer: "/word", message };
      const text = synonyms[Number(pointer.split("/")[2]) - 1];
      if (text === undefined) return { pointer: "/synonyms", message };
      const shown = excerptOf(text, longestShown);
      return { pointer: "/synonyms", message: `cannot have “${shown}”, which ${message}` };
    });
  }
}

function atField(error: unknown, toField: (field: InvalidField) => InvalidField): unknown {
  return error instanceof InvalidInputError
    ? new InvalidInputError(action, error.fields.map(toField))
    : error;
}

/**
 * Adds the first text of a group to each known group that has a synonym of it. Groups are not joined, because each can have another meaning.
 * Further synonyms become members of the only group of the text, or of a new group with it.
 */
function withSynonym(
  known: readonly (readonly string[])[],
  [word = "", ...synonyms]: readonly string[],
): string[][] {
  const groups = known.map((members) => ({ members: [...members], folded: new Set(members.map(foldText)) }));
  const others = synonyms.filter((text) => !groups.some((group) => isIn(group, text)));
  for (const group of groups) {
    if (isIn(group, word) || !synonyms.some((text) => isIn(group, text))) continue;
    group.members.push(word);
    group.folded.add(foldText(word));
  }
  const own = groups.filter((group) => isIn(group, word));
  if (own.length === 1) own[0]?.members.push(...others);
  else if (others.length > 0) groups.push({ members: [word, ...others], folded: new Set() });
  return groups.map(({ members }) => members);
}

function isIn({ folded }: { folded: ReadonlySet<string> }, text: string): boolean {
  return folded.has(foldText(text));
}

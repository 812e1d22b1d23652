import type { HostFaq, Organization } from "../../content/mod.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";
import type { IndexKind } from "./index_record.ts";

/**
 * Version of the form of saved indexes, and of the rules by which Postern finds passages and words. Raise it after a change of either. Then
 * the indexes that earlier versions saved are built again.
 */
const format = 6;

/** Text whose words depend on the dictionaries and the Unicode version of the runtime. */
const probe = [
  "The quick brown fox can’t jump 32.3 feet, right? naïve ﬁsh ＦＵＬＬ Straße İstanbul ΌΣΟΣ Ёлка",
  "東京都に住んでいる外国人参政権について話し合いました。吾輩は猫である。名前はまだ無い。",
  "我们在北京大学研究生命起源，他说的确实在理。人工智能正在改变世界。",
  "ฉันรักภาษาไทยเพราะมันสวยงามมากกว่าที่คิด ตากลมนั่งตากลม",
  "ພາສາລາວເປັນພາສາທາງການ ខ្ញុំស្រឡាញ់ភាសាខ្មែរ မြန်မာဘာသာစကားကိုလေ့လာသည် བོད་ཡིག་ནི་སྐད་ཡིག",
  "مَرْحَبًا بالعالم שָׁלוֹם עולם हिन्दी में खोज தமிழ் 한국어 검색 𐐨𐐩 🏳️‍🌈 ①② ½",
].join("\n");

let words: string | undefined;

/** Returns a digest of everything that an index depends on, except its documents: the form, the runtime, and the settings of the host. */
export function stampOf({ id }: Organization, kind: IndexKind, faq: HostFaq): string {
  words ??= wordsOf(probe);
  return sha256Hex(JSON.stringify([format, id, kind === "posts" ? faq : {}, words])).slice(0, 32);
}

function wordsOf(text: string): string {
  const found: string[] = [];
  forEachWord(text, (word) => found.push(foldWord(word)));
  return found.join(" ");
}

import { describe, expect, it } from "vitest";
import { countWords } from "../../lib/mod.ts";

describe("countWords", () => {
  it.each<[name: string, html: string, language: string, words: number]>([
    ["nothing", "", "en-US", 0],
    ["markup only", "<p><br><img src=x></p><hr>", "en-US", 0],
    ["English", "<p>The quick <b>brown</b> fox.</p>", "en-US", 4],
    ["words in neighbouring blocks", "<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>", "en", 4],
    ["a word in two elements", "<p>un<b>believable</b></p>", "en", 1],
    ["words with marks inside", "<p>Don't re-enter e.g. 3.14</p>", "en", 4],
    ["marks alone", "<p>Two words – no more !</p>", "en", 4],
    ["entities and white space", "<p>Fish &amp; chips&nbsp;to \n go</p>", "en", 4],
    [
      "scripts, styles and comments",
      "<p>one</p><script>two three</script><style>a b</style><!-- c -->",
      "en",
      1,
    ],
    ["German", "<p>Übergrößenträger sind schön</p>", "de-DE", 3],
    ["Arabic", "<p>مرحبا بالعالم الجميل</p>", "ar", 3],
    ["Korean, which has spaces", "<p>안녕하세요 세계</p>", "ko", 2],
    ["Japanese", "<p>私は猫です。</p>", "ja-JP", 4],
    ["Chinese", "<p>我喜欢苹果。</p>", "zh-CN", 3],
    ["Thai", "<p>สวัสดีชาวโลก</p>", "th", 3],
    ["English in a Japanese post", "<p>Hello world</p>", "ja", 2],
    ["a language in another case", "<p>私は猫です。</p>", "JA-jp", 4],
    ["a language that is none", "<p>one two</p>", "nonsense!", 2],
    ["half a tag of a language without spaces", "<p>one two</p>", "zh-", 2],
    ["no language", "<p>one two</p>", "", 2],
  ])("counts %s", (_name, html, language, words) => {
    expect(countWords(html, language)).toBe(words);
  });

  it.each([
    ["Japanese", "ja", "吾輩は猫である。名前はまだ無い、どこで生れたかとんと見当がつかぬ。"],
    ["Japanese without punctuation", "ja", "吾輩は猫である名前はまだ無いどこで生れたかとんと見当がつかぬ"],
    ["Chinese", "zh", "我是猫，还没有名字。只记得在阴暗潮湿的地方喵喵地哭。"],
    ["Thai", "th", "ข้าพเจ้าเป็นแมว ยังไม่มีชื่อ เกิดที่ไหนก็ไม่รู้ "],
    ["Thai without spaces", "th", "ข้าพเจ้าเป็นแมวยังไม่มีชื่อเกิดที่ไหนก็ไม่รู้"],
    ["numbers and English", "ja", "3.14 から 10,000 まで the cat's meow "],
  ])("counts a long text like its sentences: %s", (_name, language, sentence) => {
    const once = countWords(sentence, language);
    expect(countWords(sentence.repeat(100), language)).toBe(100 * once);
  });

  it("counts words around the 400th character once", () => {
    expect(countWords(`${"a".repeat(399)} b`, "ja")).toBe(2);
    expect(countWords("1 2 3 4 5 6 7 8 9".repeat(200), "ja")).toBe(200 * 8 + 1);
  });

  it("takes a time linear in the length", () => {
    expect(countWords("<p>word ".repeat(50_000), "en")).toBe(50_000);
  });
});

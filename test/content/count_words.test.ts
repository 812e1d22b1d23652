import { describe, expect, it } from "vitest";
import { countWordSteps } from "../../lib/content/mod.ts";
import { countWords } from "../../lib/mod.ts";

describe("countWords", () => {
  it.each<[name: string, html: string, words: number]>([
    ["nothing", "", 0],
    ["markup only", "<p><br><img src=x></p><hr>", 0],
    ["English", "<p>The quick <b>brown</b> fox.</p>", 4],
    ["words in neighbouring blocks", "<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>", 4],
    ["a word in two elements", "<p>un<b>believable</b></p>", 1],
    ["words with marks inside", "<p>Don't re-enter e.g. 3.14</p>", 4],
    ["marks alone", "<p>Two words – no more !</p>", 4],
    ["entities and white space", "<p>Fish &amp; chips&nbsp;to \n go</p>", 4],
    ["scripts, styles and comments", "<p>one</p><script>two three</script><style>a b</style><!-- c -->", 1],
    ["German", "<p>Übergrößenträger sind schön</p>", 3],
    ["Arabic", "<p>مرحبا بالعالم الجميل</p>", 3],
    ["Korean, which has spaces", "<p>안녕하세요 세계</p>", 2],
    ["Japanese", "<p>私は猫です。</p>", 4],
    ["Chinese", "<p>我喜欢苹果。</p>", 3],
    ["Thai", "<p>สวัสดีชาวโลก</p>", 3],
    ["Burmese", "<p>မြန်မာဘာသာစကား</p>", 2],
    ["Tibetan, which has marks between syllables", "<p>བོད་སྐད་ཡིན།</p>", 3],
    ["Japanese and English as their sum", "<p>私は猫です。 Don't re-enter</p>", 4 + 2],
    ["scripts without white space between them", "<p>データ、iPhone用ABC、DEF</p>", 5],
    ["English between full-width punctuation", "<p>Hello，world！</p>", 2],
    [
      "ruby without its annotations",
      "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby> is</p>",
      2,
    ],
    ["ruby with implied end tags", "<p><ruby>漢<rp>(<rt>kan<rp>)</ruby> is <ruby><rb>a<rtc>b</ruby></p>", 3],
    ["ruby in HTML that needs a tree", "<p><b><i>one</b></i> <ruby>two<rt>three</rt></ruby></p>", 2],
    ["an ideograph with a variation selector", "<p>葛\u{e0100}城 a\ufe0fb</p>", 3],
  ])("counts %s", (_name, html, words) => {
    expect(countWords(html)).toBe(words);
  });

  it.each([
    ["Japanese", "吾輩は猫である。名前はまだ無い、どこで生れたかとんと見当がつかぬ。"],
    ["Japanese without punctuation", "吾輩は猫である名前はまだ無いどこで生れたかとんと見当がつかぬ"],
    ["Chinese", "我是猫，还没有名字。只记得在阴暗潮湿的地方喵喵地哭。"],
    ["Thai", "ข้าพเจ้าเป็นแมว ยังไม่มีชื่อ เกิดที่ไหนก็ไม่รู้ "],
    ["Thai without spaces", "ข้าพเจ้าเป็นแมวยังไม่มีชื่อเกิดที่ไหนก็ไม่รู้"],
    ["numbers and English", "3.14 から 10,000 まで the cat's meow "],
  ])("counts a long text like its sentences: %s", (_name, sentence) => {
    const once = countWords(sentence);
    expect(countWords(sentence.repeat(100))).toBe(100 * once);
  });

  it.each([
    ["one word", "a", 1],
    ["words", "some words ", 2 * 300_000],
    ["a run of ideographs", "\u6f22\u5b57\u3002", 300_000],
  ])("counts a very long text in steps: %s", (_name, unit, words) => {
    const steps = countWordSteps(unit.repeat(300_000));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(step.value).toBe(words);
    expect(count).toBeGreaterThan(unit.length > 1 ? 10 : 0);
  });

  it("counts words around the 400th character once", () => {
    expect(countWords(`${"a".repeat(399)} b`)).toBe(2);
    expect(countWords("1 2 3 4 5 6 7 8 9".repeat(200))).toBe(200 * 8 + 1);
  });
});

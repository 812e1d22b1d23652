import { describe, expect, it } from "vitest";
import { openAdminWorld } from "./admin_world.ts";

const texts = {
  English: "The quick brown fox jumps over the lazy dog, and nobody in the village has seen it since. ",
  Japanese: "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
  Chinese: "我是猫，还没有名字。只记得在阴暗潮湿的地方喵喵地哭。",
  Korean: "나는 고양이다. 이름은 아직 없다. 어디서 태어났는지 도무지 짐작이 가지 않는다. ",
  Russian: "Съешь ещё этих мягких французских булок, да выпей же чаю, пока он не остыл. ",
  Thai: "ข้าพเจ้าเป็นแมว ยังไม่มีชื่อ เกิดที่ไหนก็ไม่รู้ จำได้แต่ว่าร้องเหมียวๆ อยู่ในที่มืดชื้น ",
};

async function warningsOf(html: string, inLanguage: string): Promise<unknown> {
  const world = await openAdminWorld();
  const response = await world.send("PUT", "/posts/text", { name: "Text", html, inLanguage });
  expect(response.status).toBe(201);
  return ((await response.json()) as { warnings?: unknown }).warnings;
}

describe("the write of a post whose script is not that of its language tag", () => {
  it.each<[keyof typeof texts, string, string]>([
    ["Japanese", "en-US", "Japanese. Set it to ja"],
    ["Japanese", "zh-CN", "Japanese. Set it to ja"],
    ["Chinese", "en-US", "Chinese. Set it to zh"],
    ["Chinese", "ja", "Chinese. Set it to zh"],
    ["Korean", "en", "Korean. Set it to ko"],
    ["Thai", "de-DE", "Thai. Set it to th"],
    ["Russian", "en-US", "in the Cyrillic script. Set it to the text's language, such as ru"],
    ["English", "zh-Hant-TW", "in the Latin script. Set it to the text's language, such as en"],
    ["English", "ru", "in the Latin script. Set it to the text's language, such as en"],
  ])("warns of %s that is tagged %s", async (language, tag, end) => {
    expect(await warningsOf(`<p>${texts[language].repeat(2)}</p>`, tag)).toEqual([
      { pointer: "/inLanguage", message: `is ${tag}, but the text is mostly ${end}` },
    ]);
  });

  it("warns of Japanese with code", async () => {
    const code = "<pre>const cat = await findCat({ name: undefined });</pre>";
    expect(await warningsOf(`<p>${texts.Japanese.repeat(3)}</p>${code}`, "en-US")).toHaveLength(1);
  });
});

describe("the write of a post does not warn", () => {
  it.each<[what: string, html: string, tag: string]>([
    ["of the tag's own script", texts.Japanese, "ja"],
    ["of Traditional Chinese", texts.Chinese, "zh-Hant"],
    ["of Cantonese", texts.Chinese, "yue"],
    ["of Korean", texts.Korean, "ko-KR"],
    ["of another language in the same script", texts.English, "fr"],
    ["of a tag that names the script", texts.English, "ja-Latn"],
    ["of a language with two scripts", texts.Russian.repeat(2) + texts.English, "sr"],
    ["of a language with two scripts, Latin", texts.English, "sr"],
    ["of an undetermined language", texts.Russian, "und"],
    ["of a short text", "日本語", "en"],
    ["of an empty text", "", "ja"],
    ["of numbers", "1234567890 ".repeat(50), "ja"],
    ["of Chinese that is mostly code", texts.Chinese + texts.English.repeat(4), "zh"],
    ["of English with some Japanese", texts.English.repeat(2) + texts.Japanese, "en"],
    ["of text after the beginning", texts.English + " ".repeat(20_000) + texts.Japanese.repeat(9), "en"],
  ])("%s", async (_what, html, tag) => {
    expect(await warningsOf(html, tag)).toBeUndefined();
  });
});

describe("the write of a post with a long name", () => {
  it("warns above 110 characters, once", async () => {
    const world = await openAdminWorld();
    const write = (name: string): Promise<object> => world.read("PUT", "/posts/long", { name });
    expect(await write("x".repeat(110))).not.toHaveProperty("warnings");
    expect(await write("x".repeat(111))).toMatchObject({
      warnings: [{ pointer: "/name", message: expect.stringContaining("longer than 110 characters") }],
    });
    const { warnings } = await world.read<{ warnings: { message: string }[] }>("GET", "/posts/long/preview");
    expect(warnings.filter(({ message }) => message.includes("110"))).toHaveLength(1);
  });
});

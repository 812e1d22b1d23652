import { describe, expect, it } from "vitest";
import { openAdminWorld } from "./admin_world.ts";

describe("the admin API", () => {
  it("changes the settings that find questions, and names unknown fields", async () => {
    const { read: send } = await openAdminWorld();
    const faq = {
      answerFormat: "html",
      sources: ["h4"],
      bareText: true,
      headingText: "visible",
      languages: true,
    };
    expect(await send("PATCH", "/organization", { faq })).toMatchObject({ faq });
    expect(await send("PATCH", "/organization", { name: "Other" })).toMatchObject({ faq });
    expect(await send("GET", "/organization")).toMatchObject({ faq });
    expect(await send("PATCH", "/organization", { faq: { sources: ["dt", "dt"] } })).toMatchObject({
      faq: { sources: ["dt"] },
    });
    const refused = [
      [
        { bareTxt: true },
        "/faq/bareTxt",
        'is not a known field (did you mean "bareText"?); allowed are answerFormat',
      ],
      [{ sources: ["detail"] }, "/faq/sources/0", '(did you mean "details"?)'],
      [{ answerFormat: "markdown" }, "/faq/answerFormat", 'must be "text", "escaped" or "html"'],
      [{ languages: "ja" }, "/faq/languages", "must be true or false"],
      [[], "/faq", "must be an object"],
    ] as const;
    for (const [value, pointer, message] of refused) {
      expect(await send("PATCH", "/organization", { faq: value })).toMatchObject({
        errors: [{ pointer, message: expect.stringContaining(message) }],
      });
    }
    await send("PUT", "/posts/asked", {
      name: "Asked",
      html: "<dl><dt>Why?</dt><dd>So &lt;b&gt;.</dd></dl>",
    });
    expect(await send("GET", "/posts/asked/preview")).toMatchObject({
      faqEntries: [{ question: "Why?", answer: "So <b>." }],
    });
  });
});

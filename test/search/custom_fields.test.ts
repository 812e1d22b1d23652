import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

const postFields: readonly CustomField[] = [
  { name: "kicker", type: "text" },
  { name: "notes", type: "markdown", shown: "list" },
  { name: "level", type: "choice", choices: ["zebraeasy", "zebrahard"], default: "zebraeasy" },
  { name: "materials", type: "list" },
  { name: "shop", type: "url" },
  { name: "deskNote", type: "text", shown: "admin" },
];
const custom = {
  kicker: "zebrakicker",
  notes: "**zebranotes**",
  materials: ["zebrawood", "zebraglue"],
  shop: "https://zebrashop.example",
  deskNote: "zebrainternal",
};
const shown = ["zebrakicker", "zebranotes", "zebraeasy", "zebrawood", "zebraglue"];

describe.each(searchStorages)("values of fields in a search over %s", (_name, openStorage) => {
  let api: PublicApi;
  let closeStorage: () => unknown = () => undefined;
  afterAll(() => closeStorage());
  beforeAll(async () => {
    const clock = new ManualClock();
    const { storage, close } = await openStorage(clock);
    closeStorage = close;
    api = createPublicApi({ storage, clock });
    await api.organizations.create({
      slug: "acme",
      name: "Acme",
      siteUrl: "https://acme.example",
      postFields,
    });
    await api.posts.create("acme", { name: "Kite", html: "<p>It flies.</p>", custom });
  });
  beforeEach(async () => {
    await api.organizations.update("acme", { postFields });
  });

  const respond = async (path: string): Promise<string> => {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`));
    expect(response.status).toBe(200);
    return response.text();
  };
  const finds = async (word: string): Promise<boolean> =>
    (await respond(`search/acme?q=${word}`)).includes('"slug":"kite"');
  const found = async (words: readonly string[]): Promise<string[]> => {
    const all: string[] = [];
    for (const word of words) if (await finds(word)) all.push(word);
    return all;
  };

  it("are found if public responses show them", async () => {
    expect(await found([...shown, "zebrashop", "zebrainternal", "zebrahard"])).toEqual(shown);
    expect(await respond("search/acme?q=zebrakicker")).toContain('"text":"zebrakicker"');
  });

  it("are in no response after their field was retired, or is only for the admin API", async () => {
    for (const change of [
      (field: CustomField): CustomField[] => (field.name === "kicker" ? [] : [field]),
      (field: CustomField): CustomField[] => [field.name === "kicker" ? { ...field, shown: "admin" } : field],
    ]) {
      expect(await finds("zebrakicker")).toBe(true);
      await api.organizations.update("acme", { postFields: postFields.flatMap(change) });
      for (const path of ["search/acme?q=", "search/acme/suggest?q=", "context/acme?q="]) {
        // The reason of an empty context quotes the query.
        const response = await respond(`${path}zebrakicker`);
        expect(response.replace(/"reason":"[^}]*/, "")).not.toContain("zebrakicker");
        expect(await respond(`${path}kite`)).not.toContain("zebrakicker");
      }
      await api.organizations.update("acme", { postFields });
    }
    expect(await finds("zebrakicker")).toBe(true);
  });

  it("are found after a rename, and no longer if they do not fit", async () => {
    const renamed = postFields.map((field): CustomField =>
      field.name === "kicker" ? { ...field, name: "tagline", earlierNames: ["kicker"] } : field,
    );
    await api.organizations.update("acme", { postFields: renamed });
    expect(await finds("zebrakicker")).toBe(true);
    const numbers = postFields.map((field): CustomField =>
      field.name === "kicker" ? { name: "kicker", type: "number" } : field,
    );
    await api.organizations.update("acme", { postFields: numbers });
    expect(await finds("zebrakicker")).toBe(false);
  });

  it("are the defaults of posts without a value", async () => {
    const changed = postFields.map((field): CustomField =>
      field.name === "level" ? { ...field, default: "zebrahard" } : field,
    );
    await api.organizations.update("acme", { postFields: changed });
    expect(await found(["zebraeasy", "zebrahard"])).toEqual(["zebrahard"]);
  });
});

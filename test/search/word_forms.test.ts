import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { splitsOf } from "../../lib/search/words/compounds.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

/** Opens a site with a post for each text, whose name is the text. Returns a search that returns the names of the results. */
async function openSite(
  language: string,
  texts: readonly string[],
): Promise<(q: string) => Promise<string[]>> {
  const api = createPublicApi({ storage: memoryDriver() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example", language });
  for (const text of texts) await api.posts.create("acme", { name: text, html: "<p>·</p>" });
  return async (q) => {
    const url = `http://localhost/api/public/v1/search/acme?${new URLSearchParams({ q: `${q} `, limit: "50" })}`;
    const { results } = (await (await api.fetch(new Request(url))).json()) as { results: { name: string }[] };
    return results.map(({ name }) => name);
  };
}

describe("letters that are spelled out", () => {
  it.each([
    ["de", "Müller", "Mueller"],
    ["de", "Übersicht", "Uebersicht"],
    ["de", "Größe", "Groesse"],
    ["de-AT", "Öffnung", "Oeffnung"],
    ["de", "Ärger", "Aerger"],
    ["da", "Ærø", "Aeroe"],
    ["da", "Århus", "Aarhus"],
    ["nb", "Tromsø", "Tromsoe"],
    ["nn", "Ålesund", "Aalesund"],
    ["no", "Bodø", "Bodoe"],
    ["sv", "Malmö", "Malmoe"],
    ["sv", "Västerås", "Vaesteraas"],
  ])("find each other in %s: %s and %s", async (language, plain, spelled) => {
    const search = await openSite(language, [plain, spelled]);
    // The exact form is first.
    expect(await search(plain)).toEqual([plain, spelled]);
    expect(await search(spelled)).toEqual([spelled, plain]);
    expect((await search(plain.toLowerCase())).toSorted()).toEqual([plain, spelled].toSorted());
  });

  it("are one form if folding spells them out", async () => {
    const search = await openSite("de", ["Straße", "Strasse"]);
    for (const word of ["Straße", "STRASSE"]) expect(await search(word)).toHaveLength(2);
  });

  it("do so while the word is typed", async () => {
    const api = createPublicApi({ storage: memoryDriver() });
    const organization = { slug: "acme", name: "Acme", siteUrl: "https://acme.example", language: "de" };
    await api.organizations.create(organization);
    await api.posts.create("acme", { name: "Öffnungszeiten", html: "<p>·</p>" });
    for (const q of ["Oe", "Oeff", "oeffnungsz", "Oeffnungszeiten", "Öf", "off"]) {
      const response = await api.fetch(
        new Request(`http://localhost/api/public/v1/search/acme/suggest?${new URLSearchParams({ q })}`),
      );
      expect([q, await response.json()]).toMatchObject([q, { suggestions: [{ text: "Öffnungszeiten" }] }]);
    }
  });

  it("do not in other languages", async () => {
    expect(await (await openSite("de", ["Öl"]))("Oel")).toEqual(["Öl"]);
    expect(await (await openSite("en", ["Öl"]))("Oel")).toEqual([]);
  });

  // Each word has the letters of a spelled one, but is written with them.
  const ordinary =
    "neue Quelle blue aktuell Poet Feuer Steuer teuer Mauer Bauer Dauer Trauer sauer genau Frauen bauen schauen Neuerung erneuern " +
    "Abenteuer Ungeheuer Euer Treue Reue Statue Revue Duell manuell visuell virtuell individuell eventuell sexuell Koeffizient " +
    "Poesie Aerodynamik Aerosol Israel Michael Queue Avenue soeben";
  it("change nothing for ordinary words", async () => {
    const words = ordinary.split(" ");
    expect(words.length).toBeGreaterThanOrEqual(40);
    const contracted = (word: string): string => word.replaceAll(/([aou])e/gi, "$1");
    // "neu" is a form of "neue" by its stem.
    const others = words.filter((word) => !word.startsWith(contracted(word))).map(contracted);
    expect(others.length).toBeGreaterThan(25);
    const search = await openSite("de", [...words, ...others]);
    for (const word of words) {
      const found = await search(word);
      expect([word, found[0]]).toEqual([word, word]);
      expect(found.filter((name) => others.includes(name))).toEqual([]);
    }
  });
});

describe("compounds", () => {
  it.each([
    ["de", "Parkplatzsuche", "Parkplatz Suche"],
    ["de", "Arbeitszeit", "Arbeit Zeit"],
    ["de", "Kinderwagen", "Kind Wagen"],
    ["nl", "Parkeerplaats", "Parkeer Plaats"],
    ["nl", "Stationsplein", "Station Plein"],
    ["da", "Arbejdstid", "Arbejd Tid"],
    ["sv", "Arbetstid", "Arbet Tid"],
    ["nb", "Barnehage", "Barn Hage"],
    ["en", "sitemap", "site map"],
    ["en", "login", "log in"],
    ["en", "email", "e-mail"],
  ])("find their parts in %s, and the parts find them: %s and %s", async (language, compound, parts) => {
    const search = await openSite(language, [`The ${compound} page`, `The ${parts} page`, "Other page"]);
    expect(await search(compound)).toEqual([`The ${compound} page`, `The ${parts} page`]);
    expect(await search(parts)).toEqual([`The ${parts} page`, `The ${compound} page`]);
  });

  it("find only parts that follow each other", async () => {
    const search = await openSite("de", ["Suche nach dem Parkplatz", "Parkplatz Suche"]);
    expect(await search("Parkplatzsuche")).toEqual(["Parkplatz Suche"]);
  });

  it("have letters between their parts only in languages that do so", () => {
    const heads = (language: string): string[] => splitsOf("arbeitszeit", [language]).map(({ head }) => head);
    expect(heads("de")).toContain("arbeit");
    expect(heads("en").filter((head) => head === "arbeit")).toHaveLength(1);
    expect(splitsOf("a".repeat(64), ["de"])).toEqual([]);
    expect(splitsOf("tent", ["de"])).toEqual([]);
  });
});

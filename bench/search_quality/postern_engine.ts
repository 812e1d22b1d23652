import { escapeXml } from "../../lib/base/text/escape_xml.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { depth, type Engine } from "./engine.ts";

/** Postern's search endpoint, with a post for each document. */
export const posternEngine: Engine = {
  name: "Postern",
  index: async (documents, language) => {
    const api = createPublicApi({ storage: memoryDriver() });
    const organization = { slug: "site", name: "Site", siteUrl: "https://site.example", language };
    await api.organizations.create(organization);
    for (const [number, { title, text }] of documents.entries()) {
      const html = text
        .split("\n")
        .map((line) => `<p>${escapeXml(line, "element")}</p>`)
        .join("");
      await api.posts.create("site", { name: title, slug: `document-${number}`, html });
    }
    await api.events.settle();
    return async (query) => {
      const parameters = new URLSearchParams({ q: query, in: "posts", limit: String(depth) });
      const url = `http://localhost/api/public/v1/search/site?${parameters.toString()}`;
      const response = await api.fetch(new Request(url));
      if (!response.ok) throw new Error(`Cannot search: ${response.status} ${await response.text()}`);
      const { results } = (await response.json()) as { results: { slug: string }[] };
      return results.map(({ slug }) => documents[Number(slug.slice("document-".length))]?.id ?? "");
    };
  },
};

import { defineLanguageFacet, Language, languageDataProp } from "@codemirror/language";
import { GFM, parser } from "@lezer/markdown";
import { styleTags, tags } from "@lezer/highlight";

const data = defineLanguageFacet({});

/** Markdown with GitHub's extensions. Code in fences and HTML have no grammar of their own, which keeps the script small. */
export const markdownLanguage: Language = new Language(
  data,
  parser.configure([
    GFM,
    {
      props: [
        styleTags({ "HTMLBlock HTMLTag Comment": tags.comment, "TableDelimiter TaskMarker": tags.meta }),
        languageDataProp.add((type) => (type.isTop ? data : undefined)),
      ],
    },
  ]),
  [],
  "markdown",
);

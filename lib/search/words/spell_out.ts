const northern = { å: "aa", æ: "ae", ø: "oe", ä: "ae", ö: "oe" } as const;

/** Letters that writers without their keys spell out, by language. Folding spells `ß` out in every language. */
const letters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  da: northern,
  de: { ä: "ae", ö: "oe", ü: "ue" },
  nb: northern,
  nn: northern,
  no: northern,
  sv: northern,
};

const spelled = /[äöüåæø]/g;

/** Returns a word in lower case with the letters of a language spelled out: `mueller` for `müller` in German. */
export function spellOut(lower: string, language: string): string {
  const own = letters[language];
  return own === undefined ? lower : lower.replace(spelled, (letter) => own[letter] ?? letter);
}

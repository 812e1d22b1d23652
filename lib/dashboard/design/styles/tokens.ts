/** Custom properties of the design: colors in light and dark, type, space, radius and shadow. Text colors reach AA on their papers. */
export const tokens: string = `
:root {
  color-scheme: light dark;
  --canvas: #fafaf8; --paper: #fff; --raised: #f3f4f2; --ink: #18201d; --quiet: #55625d; --line: #e1e5e2; --edge: #7d8a85;
  --accent: #0f6b50; --on-accent: #fff; --good: #0b5c43; --good-paper: #e4f3ec; --soon: #7d4a00; --soon-paper: #fdf1dc;
  --bad: #a3212b; --bad-paper: #fdeced; --info: #244f9e; --info-paper: #e8effc; --refused: #c2410c; --mark: #ffe58a;
  --s0: #0f6b50; --s1: #3565b5; --s2: #8a5a00; --s3: #7d3f98; --s4: #4f6b2a; --s5: #6b7280;
  --shadow: 0 1px 2px rgb(0 0 0 / 7%); --shadow-high: 0 8px 28px rgb(0 0 0 / 18%);
  --small: .8125rem; --text: .875rem; --large: 1rem; --title: 1.25rem; --figure: 1.625rem;
  --gap-1: .25rem; --gap-2: .5rem; --gap-3: .75rem; --gap-4: 1rem; --gap-6: 1.5rem; --gap-8: 2rem;
  --radius: .5rem; --radius-card: .75rem; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0f1312; --paper: #171d1b; --raised: #1f2624; --ink: #e8edea; --quiet: #a3b0aa; --line: #2b3431; --edge: #7a8882;
    --accent: #43d19f; --on-accent: #06231a; --good: #6fe0b9; --good-paper: #13352a; --soon: #f7b955; --soon-paper: #38280d;
    --bad: #ff9b9f; --bad-paper: #3a1c1f; --info: #9cbcfb; --info-paper: #1b2a4a; --refused: #fb923c; --mark: #5c4a00;
    --s0: #43d19f; --s1: #8fb4f5; --s2: #e0b354; --s3: #cf9be6; --s4: #a8c977; --s5: #9ca3af;
    --shadow: none; --shadow-high: 0 8px 28px rgb(0 0 0 / 60%);
  }
}
`;

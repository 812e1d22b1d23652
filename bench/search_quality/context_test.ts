import { fullGrade, type JudgedQuery } from "./judged_query.ts";
import type { ContextResult } from "./open_postern.ts";

/** The context of a question. */
export interface ContextTest extends Pick<JudgedQuery, "query" | "half"> {
  language: string;
  hasAnswer: boolean;
  /** True if the context has a page that answers the question fully. */
  answers: boolean;
  tokens: number;
  pages: number;
}

/** Gets the contexts of the questions with and without an answer. */
export async function testContexts(
  queries: readonly JudgedQuery[],
  language: string,
  context: (question: string) => Promise<ContextResult>,
): Promise<ContextTest[]> {
  const tests: ContextTest[] = [];
  for (const { query, kind, half, grades } of queries) {
    if (kind !== "question" && kind !== "no-answer") continue;
    const { ids, tokens } = await context(query);
    const answers = ids.some((id) => grades.get(id) === fullGrade);
    const hasAnswer = kind === "question";
    tests.push({ query, half, language, hasAnswer, answers, tokens, pages: ids.length });
  }
  return tests;
}

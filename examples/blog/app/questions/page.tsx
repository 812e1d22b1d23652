import type { Metadata } from "next";
import { FaqList, JsonLd } from "postern/react";
import { alternates } from "@/lib/alternates";
import { listQuestions } from "@/lib/list_questions";

export async function generateMetadata(): Promise<Metadata> {
  const description = "Questions that our posts answer";
  return { title: "Questions", description, alternates: await alternates("/questions") };
}

export default async function Questions() {
  const { entries, faqPage } = await listQuestions();
  return (
    <>
      <h1>Questions</h1>
      <JsonLd data={faqPage} />
      <FaqList entries={entries} className="faq" />
    </>
  );
}

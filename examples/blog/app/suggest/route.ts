import { PosternError } from "postern/client";
import { searchClient } from "@/lib/search_client";

/** Completes a query for the search box: `/suggest?q=sour` */
export async function GET(request: Request) {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  try {
    const { suggestions } = (await searchClient.suggest(q, { limit: 6 })).data;
    return Response.json(suggestions.map(({ text }) => text));
  } catch (error) {
    if (!(error instanceof PosternError)) throw error;
    return Response.json([]);
  }
}

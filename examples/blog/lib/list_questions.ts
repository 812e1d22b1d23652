import { cached } from "./cached";
import { getOrganization } from "./get_organization";
import { postern } from "./postern";

/** Lists the questions of all posts in the site's language, as entries and as JSON-LD. */
export async function listQuestions() {
  const { language } = await getOrganization();
  const query = { language, limit: 100 };
  const [list, page] = await Promise.all([
    postern.listFaq(query, cached("posts", "organization")),
    postern.getFaqPage(query, cached("posts", "organization")),
  ]);
  return { entries: list.data.faqEntries, faqPage: page.data };
}

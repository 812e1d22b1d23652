import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi, type SearchContext } from "../../lib/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

/** The posts of a bakery with few words. */
const posts: [name: string, text: string][] = [
  [
    "Opening hours",
    "We are open from six in the morning until two in the afternoon. On Sundays you can buy rolls until noon.",
  ],
  [
    "Parking",
    "You can leave your car behind the bakery. Parking is free for an hour, and there is a rack for bicycles.",
  ],
  [
    "Sourdough bread",
    "Our sourdough rests for a day. How do we keep it alive? We feed it flour and water every morning.",
  ],
  [
    "Rye and spelt",
    "Rye makes a dark loaf, spelt makes a mild one. Both stay fresh for my breakfast and for yours.",
  ],
  [
    "Wedding cakes",
    "How do you order a wedding cake? Call us four weeks before, and choose the layers, the cream and the flowers.",
  ],
  [
    "Birthday cakes",
    "A birthday cake with a name costs thirty euros. I like the one with cherries, children like chocolate.",
  ],
  [
    "Allergens",
    "Which products contain nuts, milk or gluten? The list hangs beside the counter, and we explain it gladly.",
  ],
  [
    "Gluten-free rolls",
    "On Thursdays we bake rolls without gluten in an oven of their own. Order them by Wednesday.",
  ],
  [
    "Payment",
    "Pay by cash or by card. We take no cheques. Invoices for companies come at the end of the month.",
  ],
  ["Vouchers", "A voucher is a present that always fits. It is valid for three years in both of our shops."],
  [
    "Our second shop",
    "Since spring there is a shop at the station, with coffee and sandwiches for the train.",
  ],
  ["Coffee", "We roast our coffee in town. An espresso costs two euros, a large cup with milk three."],
  ["Jobs", "We look for an apprentice and for help on Saturdays. Write to Anna about what you can do."],
  [
    "Christmas stollen",
    "From November on we bake stollen with raisins and almonds. We send it by mail, too.",
  ],
  ["History", "The bakery was founded by my grandmother. She began with one oven, one table and a cat."],
];

/** Queries that no post answers. */
const offTopic = [
  "How do I cancel my subscription",
  "how do i cancel my subscription?",
  "How can I reset my password",
  "what is the capital of France",
  "install python on windows",
  "Where can I download the invoice app for my phone",
  "is my account deleted when I unsubscribe from the newsletter",
  "kubernetes ingress",
  "How do I file a tax return",
  "do you have a swimming pool for elephants",
];

/** Queries with the name of the first post of their contexts. */
const onTopic: [query: string, name: string][] = [
  ["where to park", "Parking"],
  ["Where can I park my car", "Parking"],
  ["How do I order a cake for a wedding", "Wedding cakes"],
  ["when do you open", "Opening hours"],
  ["can I pay by card", "Payment"],
  ["do you have gluten free rolls", "Gluten-free rolls"],
  ["how long is a voucher valid", "Vouchers"],
  ["which nuts are in your products", "Allergens"],
  ["stollen", "Christmas stollen"],
  ["what does an espresso cost", "Coffee"],
  ["Is there available parking somewhere near the bakery", "Parking"],
  ["vegetarian sandwiches", "Our second shop"],
  ["birthday cake for vegetarians", "Birthday cakes"],
];

describe.each(searchStorages)("the context of a small site over %s", (_, open) => {
  let api: PublicApi;
  let close: () => unknown = () => undefined;
  beforeAll(async () => {
    const clock = new ManualClock();
    const opened = await open(clock);
    close = opened.close;
    api = createPublicApi({ storage: opened.storage, clock });
    await api.organizations.create({ slug: "bakery", name: "Bakery", siteUrl: "https://bakery.example" });
    for (const [name, text] of posts) await api.posts.create("bakery", { name, html: `<p>${text}</p>` });
  });
  afterAll(async () => {
    await close();
  });

  async function read(q: string): Promise<SearchContext> {
    const url = `http://localhost/api/public/v1/context/bakery?${new URLSearchParams({ q })}`;
    return (await (await api.fetch(new Request(url))).json()) as SearchContext;
  }

  it.each(offTopic)("is empty, with the reason, for %j", async (q) => {
    const { passages, reason } = await read(q);
    expect([passages.map(({ name }) => name), reason]).toEqual([[], expect.stringContaining("No text ")]);
  });

  it.each(onTopic)("for %j begins with %s", async (q, name) => {
    expect((await read(q)).passages[0]?.name).toBe(name);
  });
});

import { listEntries, type ListedEntry, removeItem } from "./kept_entries.ts";
import { TextCipher } from "./text_cipher.ts";
import { textButton } from "./text_button.ts";

/** Characters of a text that the list shows. */
const longestExcerpt = 300;

const place = document.querySelector<HTMLElement>("[data-kept-texts]");
const form = document.querySelector<HTMLFormElement>("form[data-restore]");
if (place && form) void showEntries(place, form);

/** Lists the unsaved texts that this browser keeps for the user. Texts of another user cannot be decrypted. */
async function showEntries(list: HTMLElement, restore: HTMLFormElement): Promise<void> {
  const { keptTexts: organization = "", user = "", textKey = "", path = "" } = list.dataset;
  const entries = await listEntries(user, new TextCipher(textKey));
  const own = entries.filter((entry) => entry.organization === organization);
  const others = new Set(
    entries.flatMap((entry) => (entry.organization === organization ? [] : entry.organization)),
  );
  list.replaceChildren(
    ...own.map((entry) => entryElement(entry, restore)),
    ...[...others].map((other) =>
      otherLink(other, path.replace("{organization}", encodeURIComponent(other))),
    ),
  );
  if (own.length === 0) list.prepend(paragraph("This browser keeps no unsaved text of this organization."));
}

function entryElement({ key, entry }: ListedEntry, restore: HTMLFormElement): HTMLElement {
  const values = new Map([...entry.base, ...entry.fields]);
  const text = values.get("content") ?? "";
  const element = document.createElement("article");
  element.className = "card";
  const title = document.createElement("h2");
  title.dir = "auto";
  title.textContent = values.get("name") || "Without a title";
  const time = document.createElement("time");
  time.dateTime = new Date(entry.at).toISOString();
  time.textContent = new Date(entry.at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  const when = paragraph("Kept ");
  when.className = "hint";
  when.append(time);
  const excerpt = paragraph(text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text);
  excerpt.dir = "auto";
  excerpt.className = "kept-text";
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  const actions = document.createElement("p");
  actions.className = "actions";
  actions.append(
    textButton("Restore into a new draft", () => {
      fillForm(restore, values);
      restore.requestSubmit();
    }),
    textButton("Copy", () => void copy(text, status)),
    textButton("Delete", () => {
      if (!confirm("Delete this text from this browser? It is stored nowhere else.")) return;
      removeItem(key);
      element.remove();
    }),
    status,
  );
  element.append(title, when, excerpt, actions);
  return element;
}

function otherLink(organization: string, href: string): HTMLElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = organization;
  const element = paragraph("This browser also keeps text of ");
  element.append(link, ".");
  return element;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** Fields of the former post that the new draft must not have. */
const left: ReadonlySet<string> = new Set(["version", "tag", "slug", "action"]);

/** Gives the form of a new post the fields of a text. Only text areas keep the lines of their values. */
function fillForm(form: HTMLFormElement, values: ReadonlyMap<string, string>): void {
  const fields = [...values].flatMap(([name, value]) => (left.has(name) ? [] : fieldOf(name, value)));
  form.querySelector("[data-restored]")?.replaceChildren(fieldOf("action", "save"), ...fields);
}

function fieldOf(name: string, value: string): HTMLTextAreaElement {
  const field = document.createElement("textarea");
  field.name = name;
  field.value = value;
  return field;
}

async function copy(text: string, status: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = "Copied";
  } catch {
    status.textContent = "The browser does not allow copying. Restore the text into a draft instead.";
  }
}

import type { OutlineItem } from "../outline/outline.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";

/** An element that opens and closes a panel. */
interface Trigger {
  readonly at: number;
  /** The index of the `tablist` around a tab; `undefined` for other triggers. */
  readonly tablist: number | undefined;
  /** True if the trigger has `aria-expanded`. */
  readonly isDisclosure: boolean;
}

/** Roles that a trigger and its panel may have, and elements that neither is. Menus, dialogs and comboboxes have different roles. */
const TRIGGER_ROLES = new Set(["", "button", "heading", "link", "tab"]);
const PANEL_ROLES = new Set(["", "region", "group", "tabpanel", "article", "definition", "note", "none"]);
const OTHER_ELEMENTS = new Set("dialog form input menu nav select textarea".split(" "));

/** Elements and roles whose triggers open no answer. */
const OTHER_PLACES = new Set(["nav", "menu", "navigation", "menubar", "toolbar", "listbox", "tree"]);
/** Values of `aria-roledescription` of carousels. */
const CAROUSELS = new Set(["carousel", "slide", "slider"]);

/** Elements that can be a trigger without `aria-controls`, because the panel names them. */
const LABELS = new Set("button a h1 h2 h3 h4 h5 h6 dt summary".split(" "));

/** Index of the place of a trigger that opens no answer. */
const ELSEWHERE = -2;
/** Index of the place of items that are in no `tablist`. */
const NO_TABLIST = -1;

/**
 * Finds the panels of accordions. A trigger names its panel in `aria-controls`, or the panel names its trigger in
 * `aria-labelledby`.
 *
 * A tab is the trigger of an accordion if its `tablist` contains the panel, too. In tabs, the panels follow the `tablist`.
 *
 * Source: WAI-ARIA 1.2, 6.6 "aria-controls"; ARIA Authoring Practices, "Accordion", "Disclosure", "Tabs" and "Carousel".
 */
export class AriaAccordions<Node> {
  /** Maps the index of each trigger to the index of its panel. */
  readonly panels: Map<number, number> = new Map();
  readonly #tree: FullTreeAdapter<Node>;
  readonly #places: number[] = [];
  /** Triggers by the `id` of their panel. */
  readonly #byPanel = new Map<string, Trigger[]>();
  /** Triggers without `aria-controls` by their own `id` or the `id` of their parent. */
  readonly #byLabel = new Map<string, Trigger[]>();
  /** Triggers by the labels of their panel. A panel with a label after its start, such as a dialog, is no answer. */
  readonly #byLaterLabel = new Map<string, readonly Trigger[]>();

  constructor(tree: FullTreeAdapter<Node>) {
    this.#tree = tree;
  }

  /** Returns true if an element is a panel. Call it for each visible or hidden element in document order. */
  isPanel(item: OutlineItem<Node>, at: number): boolean {
    const triggers = this.#triggersOf(item).filter((trigger) => this.#opens(trigger, item));
    if (triggers.length === 0) return false;
    for (const trigger of triggers) this.panels.set(trigger.at, at);
    for (const label of this.#labelsOf(item)) this.#byLaterLabel.set(label, triggers);
    return true;
  }

  /** Notes an element after {@link isPanel}, if it is visible. */
  note(item: OutlineItem<Node>, at: number, parent: OutlineItem<Node> | undefined): void {
    const around = this.#places[item.parent] ?? NO_TABLIST;
    const place = this.#placeIn(item, at, around);
    this.#places[at] = place;
    const mislabelled = take(this.#byLaterLabel, this.#tree.attribute(item.node, "id"));
    for (const trigger of mislabelled) this.panels.delete(trigger.at);
    if (around !== ELSEWHERE && !OTHER_ELEMENTS.has(item.name)) this.#noteTrigger(item, at, parent);
  }

  #triggersOf(item: OutlineItem<Node>): readonly Trigger[] {
    const controlled = take(this.#byPanel, this.#tree.attribute(item.node, "id"));
    if (this.#byLabel.size === 0) return controlled;
    return controlled.concat(this.#labelsOf(item).flatMap((label) => take(this.#byLabel, label)));
  }

  #labelsOf({ node }: OutlineItem<Node>): readonly string[] {
    const labels = this.#tree.attribute(node, "aria-labelledby");
    return labels === undefined ? [] : labels.slice(0, LONGEST_IDS).split(SPACE);
  }

  #opens(trigger: Trigger, { node, name, parent }: OutlineItem<Node>): boolean {
    const place = this.#places[parent] ?? NO_TABLIST;
    if (place === ELSEWHERE || OTHER_ELEMENTS.has(name) || !PANEL_ROLES.has(this.#role(node))) return false;
    if (this.#has(node, "aria-modal") || this.#has(node, "aria-roledescription")) return false;
    if (!trigger.isDisclosure && this.#has(node, "aria-live")) return false;
    return trigger.tablist === undefined || (trigger.tablist !== NO_TABLIST && trigger.tablist === place);
  }

  #placeIn({ node, name }: OutlineItem<Node>, at: number, around: number): number {
    const role = this.#role(node);
    if (around === ELSEWHERE || OTHER_PLACES.has(name) || OTHER_PLACES.has(role)) return ELSEWHERE;
    if (CAROUSELS.has(this.#tree.attribute(node, "aria-roledescription")?.toLowerCase() ?? ""))
      return ELSEWHERE;
    return role === "tablist" ? at : around;
  }

  #noteTrigger(
    { node, name, parent: around }: OutlineItem<Node>,
    at: number,
    parent: OutlineItem<Node> | undefined,
  ): void {
    const role = this.#role(node);
    const panel = this.#tree.attribute(node, "aria-controls")?.trim();
    const isDisclosure = this.#has(node, "aria-expanded");
    if (panel === undefined && !(isDisclosure && (LABELS.has(name) || role === "button"))) return;
    if (!TRIGGER_ROLES.has(role) || (this.#tree.attribute(node, "aria-haspopup") ?? "false") !== "false")
      return;
    const tablist = role === "tab" ? (this.#places[around] ?? NO_TABLIST) : undefined;
    const trigger = { at, tablist, isDisclosure };
    if (panel !== undefined) {
      add(this.#byPanel, panel, trigger);
      return;
    }
    add(this.#byLabel, this.#tree.attribute(node, "id"), trigger);
    if (parent !== undefined) add(this.#byLabel, this.#tree.attribute(parent.node, "id"), trigger);
  }

  #role(node: Node): string {
    return (this.#tree.attribute(node, "role") ?? "").trim().toLowerCase();
  }

  #has(node: Node, attribute: string): boolean {
    return this.#tree.attribute(node, attribute) !== undefined;
  }
}

/** Longest list of names that is read. */
const LONGEST_IDS = 1000;
const SPACE = /[\t\n\f\r ]+/;
const NO_TRIGGERS: readonly Trigger[] = [];

function add(map: Map<string, Trigger[]>, id: string | undefined, trigger: Trigger): void {
  if (id === undefined || id === "") return;
  const triggers = map.get(id);
  if (triggers === undefined) map.set(id, [trigger]);
  else triggers.push(trigger);
}

/** Returns the triggers of a name. Only the first element with the name has them. */
function take(map: Map<string, readonly Trigger[]>, id: string | undefined): readonly Trigger[] {
  const triggers = id === undefined || map.size === 0 ? undefined : map.get(id);
  if (id === undefined || triggers === undefined) return NO_TRIGGERS;
  map.delete(id);
  return triggers;
}

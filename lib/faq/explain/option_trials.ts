import type { FaqOptions } from "../options/faq_options.ts";
import { fullSettingsOf } from "../options/full_settings.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { outlineEntries } from "../outline_entries.ts";

/** Maximum number of option sets tried on a post. Each one costs an extraction. */
const MAX_TRIALS = 10;

/** Extracts the entries of one tree with additional options, once for each option set. */
export class OptionTrials<Node> {
  readonly #tree: FullTreeAdapter<Node>;
  readonly #root: Node;
  readonly #options: FaqOptions;
  readonly #results = new Map<string, ReadonlySet<Node>>();

  constructor(tree: FullTreeAdapter<Node>, root: Node, options: FaqOptions | undefined) {
    this.#tree = tree;
    this.#root = root;
    this.#options = options ?? {};
  }

  /** Returns the title nodes of the entries, or `undefined` after too many trials. */
  entriesWith(further: FaqOptions): ReadonlySet<Node> | undefined {
    const key = JSON.stringify(further);
    const known = this.#results.get(key);
    if (known !== undefined || this.#results.size >= MAX_TRIALS) return known;
    const settings = fullSettingsOf({ ...this.#options, ...further });
    const nodes = new Set(outlineEntries(this.#tree, this.#root, settings).map(({ node }) => node));
    this.#results.set(key, nodes);
    return nodes;
  }
}

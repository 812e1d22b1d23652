export { hostCatalogue } from "./catalogue/host_catalogue.ts";
export { checkedSource } from "./checked/checked_source.ts";
export { filteredSource } from "./filtered_source.ts";
export { recordHostChange } from "./host_changes.ts";
export { countListed, tallyListed, withNormalTallies } from "./host_statistics.ts";
export { readPublicSlugs } from "./read_public_slugs.ts";

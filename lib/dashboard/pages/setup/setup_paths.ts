/** The page with the steps of an organization's setup. */
export const setupPage = "setup";

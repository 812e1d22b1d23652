/** The page that imports posts. It is no page below `posts/`, where a post can have any slug. */
export const importPage = "import-posts";

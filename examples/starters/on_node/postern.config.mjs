/** Settings of this app and of the command line: `npx postern post list`. */
export default { storage: "lmdb:.postern/data" };

/** Exit codes of the process. `docs/cli.md` shows this table, and a test compares the two. */
export const exitCodes = {
  done: { code: 0, meaning: "Done" },
  failed: { code: 1, meaning: "Not done: the message says what was refused or what failed" },
  usage: {
    code: 2,
    meaning: "Not started: an unknown command or flag, or a missing or invalid argument",
  },
  skipped: {
    code: 3,
    meaning:
      "Done, except for records that an import skipped, --keep-going left out, a comparison found different or a repair left",
  },
  defect: { code: 70, meaning: "A bug in Postern, with its stack" },
  interrupted: { code: 130, meaning: "Stopped by Ctrl-C or SIGTERM; records in progress were finished" },
} as const;

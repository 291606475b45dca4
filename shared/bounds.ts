// How much is taken of what somebody else decides the number of: a relay, a page, a person's disk. tests/attacks/bounds.ts
// says of each what happens beyond it, and which test shows that.

/** The most of each that is taken. */
export const BOUNDS = {
  /** Pictures of one reply. */
  picturesOfReply: 200,
  /** Previews of one reply that are shown. */
  previewsOfReply: 100,
  /** Pictures of the tray, and so of a request and of a draft. */
  picturesOfTray: 100,
  /** Pictures that are opened at the same time. */
  picturesOpening: 4,
  /** Files of a folder that is dropped. */
  filesOfFolder: 5000,
  /** Files that the desktop opens with the app and that wait for the page. */
  filesWaiting: 20,
  /** Requests of the page that main is answering. */
  requestsUnderWay: 10_000,
  /** Values of one request of the page, and all characters of its texts. */
  valuesOfRequest: 3_000_000,
  charactersOfRequest: 100_000_000,
  /** Refused requests of the page that are logged in one second. */
  refusalsLogged: 100,
  /** Exports that the page has begun and not ended: each has a file open. */
  exportsUnderWay: 20,
  /** Interim replies (1xx) to a request before its reply. */
  interimReplies: 100,
  /** Characters of the instruction that a relay says it used for a picture: no fewer than one that is sent may have. */
  charactersOfRevisedPrompt: 102_000,
  /** Content codings of a reply, one in the other; curl takes as many. */
  codingsOfReply: 5,
} as const;

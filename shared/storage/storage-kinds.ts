// The kinds of use that the library's bytes have, as Settings lists them.

/**
 * What the bytes are used for. `results`: pictures made, and replies kept as received; `sources`: pictures and masks of
 * requests, drafts and jobs; `deleted`: of items in the trash, needed by nothing else; `facts`: database and sidecars; `recent`: still arriving, or too new to say whether anything
 * needs it, or the facts of an item cannot be read; `recoverable`: needed by nothing.
 */
export const STORAGE_KINDS = [
  'takes',
  'results',
  'sources',
  'deleted',
  'thumbnails',
  'facts',
  'logs',
  'recent',
  'recoverable',
] as const;

/** One of them. */
export type StorageKind = (typeof STORAGE_KINDS)[number];

// What moving, backing up and importing a library distinguish.

/** What is done with whole libraries, one at a time. */
export const TRANSFER_KINDS = ['move', 'backUp', 'project', 'import'] as const;

/**
 * The steps of a transfer: counting what is there, copying, reading the copies back, waiting for requests that run,
 * opening the library in its new place, and adding what arrived to the list.
 */
export const TRANSFER_PHASES = ['counting', 'copying', 'verifying', 'waiting', 'switching', 'adding'] as const;

/**
 * Why something of a library was not imported: its file cannot be read, was written by a newer version, is larger than
 * any of its kind, is a symbolic link, is there twice, packs more than it can hold, or belongs to no library; or a media
 * file is missing or has other bytes than its name says.
 */
export const REFUSALS = [
  'unreadable',
  'newer',
  'tooLarge',
  'link',
  'duplicate',
  'bomb',
  'foreign',
  'mediaMissing',
  'mediaDamaged',
] as const;

/** Why a transfer as a whole was refused, or failed: `problem` of the error `transfer.refused`. */
const TRANSFER_PROBLEMS = [
  'notLibrary',
  'notZip',
  'tooManyEntries',
  'bomb',
  'inside',
  'sameLibrary',
  'notEmpty',
  'inUse',
  'notWhole',
  'nothing',
  'ended',
] as const;

export type TransferKind = (typeof TRANSFER_KINDS)[number];
export type TransferPhase = (typeof TRANSFER_PHASES)[number];
export type Refusal = (typeof REFUSALS)[number];
export type TransferProblem = (typeof TRANSFER_PROBLEMS)[number];

/** Whether a detail of an error is a problem of a transfer. */
export function isTransferProblem(value: unknown): value is TransferProblem {
  return TRANSFER_PROBLEMS.some((problem) => problem === value);
}

// A library, a back-up or a project as something to be read: from a folder or a zip file. All of it is hostile input:
// its names lead nowhere, they are only compared with those that a library has.

import type { Listed } from '../../shared/contract/recovery.ts';
import type { Result } from '../../shared/result.ts';
import type { Refusal, TransferProblem } from '../../shared/storage/transfers.ts';
import { addTo, emptyList } from '../database/recovery/listed.ts';
import type { Part } from './library-parts.ts';

/** What was refused, by reason, with the first names. */
export type Refusals = Partial<Record<Refusal, Listed>>;

/** A media file of a source. */
export type SourceMedia = { extension: string; sizeBytes: number };

/** A record of a source: a JSON file. */
export type SourceRecord = { folder: Extract<Part, { kind: 'record' }>['folder']; id: string };

/** A library to read from. Reading what it does not list is refused as `unreadable`. */
export type LibrarySource = {
  records: readonly SourceRecord[];
  /** The media files by their ids; each has one extension. */
  media: ReadonlyMap<string, SourceMedia>;
  /** What was refused already while it was listed. */
  refused: Refusals;
  /** Reads the text of a record, or of the manifest. */
  readText: (part: Part) => Promise<Result<string, Refusal>>;
  /** Reads the bytes of a media file. Throws `RefusedError` for one that unpacks to more than it may. */
  readMedia: (mediaId: string) => AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
};

/** What is read was refused; `reason` says why. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** A transfer cannot be done, for an expected reason. */
export class TransferError extends Error {
  override name = 'TransferError';
  readonly problem: TransferProblem;
  constructor(problem: TransferProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** More names than this that belong to no library, and it is none. */
const MAX_FOREIGN = 10_000;

/** Counts what is refused. @throws TransferError when nothing but foreign files comes. */
export function refuse(refused: Refusals, reason: Refusal, name: string): void {
  const list = refused[reason] ?? emptyList();
  refused[reason] = list;
  // Names are shown: no control characters, and no more of it than anybody reads.
  addTo(list, name.replace(/\p{Cc}/gu, ' ').slice(0, 200));
  if (reason === 'foreign' && list.count > MAX_FOREIGN) throw new TransferError('tooManyEntries');
}

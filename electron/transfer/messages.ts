// The messages between main and the thread of a transfer.

import type { Listed } from '../../shared/contract/recovery.ts';
import type { TransferResult } from '../../shared/contract/transfers.ts';
import type { TransferPhase, TransferProblem } from '../../shared/storage/transfers.ts';
import type { SentError } from '../database/messages.ts';
import type { CopiedFiles } from './copy-library.ts';
import type { Wanted } from './selection.ts';

/** What a thread is to do; it ends afterwards. */
export type TransferTask =
  /** Copies a library; then waits for `finish`, and for `removeOld`. */
  | { kind: 'move'; from: string; to: string }
  /** Removes what an interrupted move has left in the earlier folder. */
  | { kind: 'removeMoved'; from: string; to: string }
  | { kind: 'backUpToFolder'; root: string; folder: string; appVersion: string; isVerifying: boolean }
  | { kind: 'zip'; root: string; file: string; part: string; wanted: Wanted; appVersion: string }
  | { kind: 'import'; root: string; source: string; isZip: boolean };

/** A message to the thread. `answer` is to the question with that number. */
export type TransferOrder =
  | { kind: 'cancel' }
  | { kind: 'finish' }
  | { kind: 'removeOld' }
  | { kind: 'answer'; id: number; value: number | null; error?: SentError };

/** Why a transfer failed. */
export type TransferFailure =
  | { kind: 'cancelled' }
  | { kind: 'refused'; problem: TransferProblem }
  | { kind: 'noRoom'; neededBytes: number; freeBytes: number }
  | { kind: 'error'; error: SentError };

/** What the import asks main for. */
export type TransferQuestion = { what: 'reserve'; count: number } | { what: 'adopt'; ids: string[] };

/** A message from the thread. */
export type TransferReply =
  | { kind: 'progress'; phase: TransferPhase; done: number; total: number }
  | { kind: 'question'; id: number; question: TransferQuestion }
  /** A library is copied but for what has changed since. */
  | { kind: 'copied' }
  | { kind: 'finished'; files: CopiedFiles }
  | { kind: 'removed'; left: Listed }
  | { kind: 'done'; result: TransferResult }
  | { kind: 'failed'; failure: TransferFailure };

// The exports under way. Whatever ends one early, its unfinished files are removed.

import { randomUUID } from 'node:crypto';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { createTurns } from '../library/in-turn.ts';
import type { Copied } from '../library/save-copy.ts';
import type { Provenance } from '../provenance/traces.ts';
import { createPartFiles, type ExportPlace, type PartFiles } from './part-files.ts';
import type { UnfinishedParts } from './unfinished-parts.ts';

/** What a route of exports answers. */
export type Answer<T> = Promise<Result<T, AppError>>;

/** The item that an export saves, and which file of it. */
export type SingleItem = { item: LibraryItem; copied: Copied };

type Session = { files: PartFiles; pieces: number; single: SingleItem | null };

type ExportSessions = {
  count: () => number;
  /** Begins an export. @returns its id. */
  start: (place: ExportPlace, single: SingleItem | null) => string;
  /** Runs work on a session when all before it is done; if that fails, the export is over. */
  during: <T>(id: string, work: (session: Session) => Answer<T>) => Answer<T>;
  /** An export is complete; its files stay. */
  forget: (id: string) => void;
  abort: (id: string) => Answer<null>;
  abortAll: () => Promise<void>;
};

type ExportSessionsDeps = {
  unfinished: UnfinishedParts;
  provenance: Provenance;
  /** Whether an export is being written. */
  onBusy: (isBusy: boolean) => void;
};

/** Creates them; none is under way. */
export function createExportSessions({ unfinished, provenance, onBusy }: ExportSessionsDeps): ExportSessions {
  const sessions = new Map<string, Session>();
  const inTurn = createTurns();

  const forget = (id: string): void => {
    sessions.delete(id);
    onBusy(sessions.size > 0);
  };
  /** Removes what a session has written; the error says where something was left. */
  const end = async (id: string, error: AppError): Promise<Result<never, AppError>> => {
    const left = (await sessions.get(id)?.files.remove()) ?? [];
    forget(id);
    return fail(left.length === 0 ? error : { ...error, details: { ...error.details, part: left.join(', ') } });
  };
  const during = <T>(id: string, work: (session: Session) => Answer<T>): Answer<T> =>
    inTurn(id, async () => {
      const session = sessions.get(id);
      if (!session) return fail(appError('export.over'));
      try {
        const result = await work(session);
        return result.ok ? result : await end(id, result.error);
      } catch (bug) {
        await end(id, appError('internal.bug'));
        throw bug;
      }
    });
  const abort = (id: string): Answer<null> =>
    inTurn(id, async () => {
      const left = (await sessions.get(id)?.files.remove()) ?? [];
      forget(id);
      if (left.length === 0) return ok(null);
      return fail(appError('storage.failed', { problem: 'locked', part: left.join(', ') }));
    });

  return {
    count: () => sessions.size,
    start(place, single) {
      const id = randomUUID();
      sessions.set(id, { files: createPartFiles(place, unfinished, provenance), pieces: 0, single });
      onBusy(true);
      return id;
    },
    during,
    forget,
    abort,
    abortAll: async () => void (await Promise.all([...sessions.keys()].map(abort))),
  };
}

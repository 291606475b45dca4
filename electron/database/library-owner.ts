// Keeps the library of the database's thread open: rebuilds it when it is damaged or when a person asks, while its
// items can be listed, and opens it again afterwards.

import type { RebuildCause } from '../../shared/contract/recovery.ts';
import { quarantineOdd } from '../library/quarantine.ts';
import { type Reply, toSentError } from './messages.ts';
import { LOCK_WAIT_MS, type OpenLibrary, openLibrary, withRepositories } from './open-library.ts';
import { isDamage } from './recovery/database-files.ts';
import { openForReading, openRebuilding, openView } from './recovery/opening.ts';

/** The library that is open now. */
export type LibraryOwner = {
  /** Opens the library if it is not open. @throws SQLite's error while another process holds a lock. */
  current: () => OpenLibrary;
  /** Begins to rebuild the library, unless that is under way. */
  rebuild: (cause: RebuildCause) => void;
  /** Ends a rebuild that a person asked for; the earlier database is used again. */
  stopRebuilding: () => void;
  /** Lets everything that writes fail from here on: another app owns the library. @param reason for the person. */
  stopWriting: (reason: string) => void;
  /** To be called with every exception of an operation: a damaged database is rebuilt. */
  onFailed: (error: unknown) => void;
  close: () => void;
};

/** Creates the keeper; it opens nothing yet. @param send reports storage, progress and results. */
export function createLibraryOwner(folder: string, send: (reply: Reply) => void): LibraryOwner {
  let library: OpenLibrary | undefined;
  let cancel = new AbortController();
  let isClosed = false;
  let mayWrite = true;

  const onUnreadable = (error: unknown): void => send({ kind: 'unreadable', error: toSentError(error) });

  function open(): OpenLibrary {
    const names = quarantineOdd(folder);
    if (names.length > 0) send({ kind: 'quarantined', names });
    return use(openLibrary(folder, onUnreadable));
  }

  function use(next: OpenLibrary): OpenLibrary {
    library = next;
    send({ kind: 'storage', storage: next.storage });
    if (next.filling) void fill(next, next.filling);
    return next;
  }

  async function fill(filled: OpenLibrary, { cause, run }: NonNullable<OpenLibrary['filling']>): Promise<void> {
    cancel = new AbortController();
    const { signal } = cancel;
    try {
      const { result, aside } = await run({
        signal,
        onProgress(progress) {
          if (cause === null) send({ kind: 'filled' });
          else send({ kind: 'maintenance', maintenance: { step: 'rebuilding', cause, progress } });
        },
      });
      if (cause === null) return;
      reopen(filled);
      send({ kind: 'maintenance', maintenance: { step: 'rebuilt', cause, result, aside } });
    } catch (error) {
      if (isClosed || library !== filled) return;
      if (signal.aborted) {
        filled.close();
        reopen(filled);
        send({ kind: 'maintenance', maintenance: { step: 'idle' } });
        return;
      }
      // A view that fails stays open: it is as full as it can be.
      if (cause !== null) {
        filled.close();
        use(withRepositories(openView(folder, error), onUnreadable));
      }
      send({ kind: 'rebuildFailed', error: toSentError(error) });
    }
  }

  /** Opens what a rebuild has left; while another process holds a lock, the next order does. */
  function reopen(filled: OpenLibrary): void {
    if (isClosed || library !== filled) return;
    library = undefined;
    try {
      use(openLibrary(folder, onUnreadable));
    } catch {
      // The next order reports why.
    }
  }

  function rebuild(cause: RebuildCause): void {
    if (library?.filling || !mayWrite) return;
    library?.close();
    use(withRepositories(openRebuilding(folder, cause), onUnreadable));
  }

  return {
    current: () => library ?? open(),
    rebuild,
    stopRebuilding() {
      if (library?.filling?.cause === 'asked') cancel.abort();
    },
    stopWriting(reason) {
      mayWrite = false;
      const earlier = library;
      const cancelEarlier = cancel;
      // A rebuild that ends now finds that its library is not the current one.
      const opened = openForReading(folder, LOCK_WAIT_MS, reason, () => earlier?.abandon());
      use(withRepositories(opened, onUnreadable));
      if (earlier?.filling) cancelEarlier.abort();
    },
    onFailed(error) {
      if (isDamage(error) && library?.filling === null) rebuild('damaged');
    },
    close() {
      isClosed = true;
      cancel.abort();
      library?.close();
    },
  };
}

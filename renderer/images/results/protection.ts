// Processes results: decodes each to its end, protects everything outside the mask, judges whether the picture was used,
// and does so again when a setting is adjusted. Independent of how results are displayed.

import type { Adjustments, EditItem, LibraryItem } from '../../../shared/contract/library.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { isDecodable, isShowable, stateAfterDecoding } from '../../../shared/images/picture-states.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import type { Images, ProtectionPart } from '../images-state.ts';
import { isRawShown, withRaw } from '../middle.ts';
import { adjustmentsOf, type PicturePort, PictureProblem, type StoredResult, type Work } from '../ports.ts';

/** Processing starts after a dragged value has been still for this time, in milliseconds. */
const SETTLE_MS = 200;

type ProtectionTools = {
  ipc: Ipc;
  pictures: PicturePort;
  get: () => Images;
  set: (change: Partial<Images>) => void;
  /** With which settings new results are made. */
  starting: () => Adjustments;
  report: (error: AppError) => void;
};

/** The store's part, and the functions that the store calls. */
type Protection = ProtectionPart & {
  /** Starts the missing processing of results, once for each result. */
  begin: (results: readonly EditItem[]) => void;
  /** Stops all processing. */
  endAll: () => void;
};

/** Creates the protection part. `get` and `set` are those of its store. */
export function createProtection({ ipc, pictures, get, set, starting, report }: ProtectionTools): Protection {
  const started = new Set<string>();
  const ending = new AbortController();
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>();

  const find = (id: string): EditItem | undefined => get().results.find((item) => item.id === id);
  const replace = (item: LibraryItem): void => {
    if (item.kind === 'edit') set({ results: get().results.map((one) => (one.id === item.id ? item : one)) });
  };

  /** Processes a result. A later call aborts the earlier one and waits until that can no longer store anything. */
  const workOn = (id: string, make: (work: Work) => Promise<Result<LibraryItem, AppError>>): void => {
    const earlier = running.get(id);
    earlier?.stop.abort();
    const stop = new AbortController();
    const onProgress = (doneRatio: number): void => {
      if (!stop.signal.aborted) set({ working: entered(get().working, id, doneRatio) });
    };
    onProgress(0);
    set({ undone: removed(get().undone, id) });
    const run = async (): Promise<void> => {
      await earlier?.ended;
      const outcome = await outcomeOf(() => make({ signal: stop.signal, onProgress }));
      if (outcome.ok) replace(outcome.data);
      // Skipped if a later call has replaced this one.
      if (running.get(id)?.stop === stop) end(id, outcome);
    };
    running.set(id, { stop, ended: run() });
  };

  const end = (id: string, outcome: Outcome): void => {
    running.delete(id);
    const isAdjusting = get().pending.has(id);
    set({ working: removed(get().working, id), pending: removed(get().pending, id) });
    const item = find(id);
    if (outcome.ok || item === undefined) return;
    const isCancelled = outcome.error === 'cancelled';
    if (item.protected === null) set({ undone: entered(get().undone, id, isCancelled ? 'cancelled' : 'failed') });
    if (isAdjusting && outcome.error !== 'cancelled') report(outcome.error);
  };

  const protect = async (
    { id, request }: EditItem,
    stored: StoredResult,
    adjustments: Adjustments,
    work: Work,
  ): Promise<Result<LibraryItem, AppError>> => {
    const made =
      request.mask === null
        ? request.isSizeMatched
          ? await pictures.bringBack(stored, work)
          : null
        : await pictures.composite({ ...stored, coverageMediaId: request.mask.coverageMediaId, adjustments }, work);
    if (made === null || made.png === null) {
      const { used, changedRatio } = made ?? (await pictures.checkUsage(stored, work));
      return ipc.request('library.addSourceUsage', { id, used, changedRatio });
    }
    const { png, ...facts } = made;
    const imported = await ipc.request('media.importBytes', { bytes: png });
    if (!imported.ok) return imported;
    if (work.signal.aborted) throw new PictureProblem('cancelled');
    return ipc.request('library.addProtected', { id, mediaId: imported.data.mediaId, ...facts });
  };

  /** Decodes the raw result of an edit, and stores what that shows. */
  const check = async (item: EditItem, work: Work): Promise<Result<EditItem, AppError>> => {
    const { id, raw } = item;
    const extent = await pictures.checkDecoding(raw.mediaId, work);
    if (stateAfterDecoding(raw.state, extent) === raw.state) return ok(item);
    const changed = await ipc.request('library.addDecoding', { id, extent });
    if (!changed.ok) return changed;
    replace(changed.data);
    return changed.data.kind === 'edit' ? ok(changed.data) : ok(item);
  };

  /** Decodes a result unless that has been done, then makes what is made of it. */
  const checkAndProtect = async (
    item: EditItem,
    adjustments: Adjustments,
    work: Work,
  ): Promise<Result<LibraryItem, AppError>> => {
    const checked = needsCheck(item) ? await check(item, work) : ok(item);
    const stored = storedOf(item);
    if (!checked.ok || stored === null || isDone(item) || !isShowable(checked.data.raw.state)) return checked;
    return protect(item, stored, adjustments, work);
  };

  const beginOne = (item: EditItem): void => {
    const hasWork = storedOf(item) !== null && !isDone(item) && isShowable(item.raw.state);
    if (!hasWork && !needsCheck(item)) return;
    started.add(item.id);
    workOn(item.id, (work) => checkAndProtect(item, adjustmentsOf(item, starting()), work));
  };

  return {
    working: new Map(),
    undone: new Map(),
    pending: new Map(),
    adjust: (id, change) => {
      const item = find(id);
      const stored = item && storedOf(item);
      if (!item || !stored || item.request.mask === null) return;
      const next = { ...(get().pending.get(id) ?? adjustmentsOf(item, starting())), ...change };
      const { middle, pending } = get();
      set({
        pending: entered(pending, id, next),
        ...(isRawShown(middle, id) && { middle: withRaw(middle, false) }),
      });
      workOn(id, async (work) => {
        await settled(work.signal);
        return protect(item, stored, next, work);
      });
    },
    stopWork: (id) => running.get(id)?.stop.abort(),
    whenMade: async (item) => {
      await running.get(item.id)?.ended;
      return find(item.id) ?? item;
    },
    workAgain: (id) => {
      const item = find(id);
      if (item) beginOne(item);
    },
    overrideVerdict: async (id, verdict) => {
      const changed = await ipc.request('library.overrideVerdict', { id, verdict });
      if (changed.ok) replace(changed.data);
      else report(changed.error);
    },
    drawDifference: async (item, shown, signal) => {
      const stored = storedOf(item);
      if (stored === null) return null;
      const job = {
        ...stored,
        protectedMediaId: shown === item.raw ? null : shown.mediaId,
        coverageMediaId: item.request.mask?.coverageMediaId ?? null,
        adjustments: adjustmentsOf(item, starting()),
      };
      try {
        return await pictures.difference(job, { signal, onProgress: () => undefined });
      } catch (cause) {
        if (!(cause instanceof PictureProblem)) throw cause;
        return null;
      }
    },
    begin: (results) => {
      for (const item of results) if (!started.has(item.id)) beginOne(item);
    },
    checkOthers: async (ids) => {
      for (const id of ids) {
        if (find(id) !== undefined) continue;
        const found = await ipc.request('library.getItem', { id });
        if (!found.ok || found.data.kind !== 'edit' || !needsCheck(found.data)) continue;
        const item = found.data;
        await outcomeOf(() => check(item, { signal: ending.signal, onProgress: () => undefined }));
      }
    },
    endAll: () => {
      ending.abort();
      for (const { stop } of running.values()) stop.abort();
    },
  };
}

/** Returns a result with its source; null if the source was sent as an address and is not stored. */
export function storedOf({ request, raw }: Pick<EditItem, 'request' | 'raw'>): StoredResult | null {
  const source = request.pictures[0];
  if (source?.mediaId === undefined) return null;
  return { sourceMediaId: source.mediaId, rawMediaId: raw.mediaId, sentSize: request.options.size };
}

/** Whether decoding can show something about a result that is not known. */
function needsCheck({ raw }: EditItem): boolean {
  return raw.state !== 'whole' && isDecodable(raw.state);
}

/** Whether everything has been made of a result that is made of it. */
function isDone(item: EditItem): boolean {
  return item.request.mask === null ? item.used !== null : item.protected !== null || isElsewhere(item);
}

/** Whether a result was found to show another part of its source than lies under the mask, so that it stays as received. */
export function isElsewhere({ request, used, protected: made }: EditItem): boolean {
  return request.mask !== null && made === null && used?.reason === 'otherShape';
}

type Outcome = Result<LibraryItem, AppError | 'cancelled'>;

async function outcomeOf(make: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await make();
  } catch (cause) {
    if (!(cause instanceof PictureProblem)) reportError(cause);
    const isCancelled = cause instanceof PictureProblem && cause.failure === 'cancelled';
    return fail(isCancelled ? 'cancelled' : appError('result.not_adjusted'));
  }
}

function settled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, SETTLE_MS);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new PictureProblem('cancelled'));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

function entered<V>(map: ReadonlyMap<string, V>, id: string, value: V): ReadonlyMap<string, V> {
  return new Map(map).set(id, value);
}

function removed<V>(map: ReadonlyMap<string, V>, id: string): ReadonlyMap<string, V> {
  if (!map.has(id)) return map;
  const rest = new Map(map);
  rest.delete(id);
  return rest;
}

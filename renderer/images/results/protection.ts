// Processes results: decodes each to its end, protects everything outside the mask, judges whether the picture was used,
// and does so again when a setting is adjusted. Independent of how results are displayed.

import type { Adjustments, EditItem, LibraryItem } from '../../../shared/contract/library.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { isDecodable, isShowable, stateAfterDecoding } from '../../../shared/images/picture-states.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import type { Images, ProtectionPart } from '../images-state.ts';
import { isRawShown, withRaw } from '../middle.ts';
import type { CoveragePlane } from '../pipeline/tasks-contract.ts';
import {
  adjustmentsOf,
  type Bytes,
  type CompositeJob,
  type PaintedPicture,
  type PicturePort,
  PictureProblem,
  type StoredResult,
  type Work,
} from '../ports.ts';

/** Processing starts after a dragged value has been still for this time, in milliseconds. */
const SETTLE_MS = 200;
/** The same for what is painted: longer than the mask's figures take to follow a stroke. */
const PAINTED_SETTLE_MS = 400;

type ProtectionTools = {
  ipc: Ipc;
  pictures: PicturePort;
  get: () => Images;
  set: (change: Partial<Images>) => void;
  /** With which settings new results are made. */
  starting: () => Adjustments;
  report: (error: AppError) => void;
  /** What was painted back could not be stored; `again` tries once more. */
  reportUnstored: (error: AppError, again: () => void) => void;
};

/** The store's part, and the functions that the store calls. */
export type Protection = ProtectionPart & {
  /** Stores what is painted back over a result once it is still; the last call wins. @param read the whole of it */
  storePaintedBack: (id: string, read: () => Promise<CoveragePlane>) => void;
  /** The result without what was painted back over it; null if that is how it is shown. @throws PictureProblem */
  unpainted: (item: EditItem) => Promise<Partial<Pick<PaintedPicture, 'mediaId' | 'file'>> | null>;
  /** Starts the missing processing of results, once for each result. */
  begin: (results: readonly EditItem[]) => void;
  /** Stops all processing. */
  endAll: () => void;
};

/** Creates the protection part. `get` and `set` are those of its store. */
export function createProtection(tools: ProtectionTools): Protection {
  const { ipc, pictures, get, set, starting, report, reportUnstored } = tools;
  const started = new Set<string>();
  /** What is painted back over results and not stored with them yet. */
  const unstored = new Map<string, () => Promise<CoveragePlane>>();
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
    if (outcome.error === 'cancelled') return;
    const read = unstored.get(id);
    if (read !== undefined) reportUnstored(outcome.error, () => storePaintedBack(id, read));
    else if (isAdjusting) report(outcome.error);
  };

  /** Where the source is painted back over a result, stored; `mediaId` is null for nowhere. */
  const paintedBackOf = async (
    id: string,
  ): Promise<Result<{ mediaId: string | null; bytes: Bytes | null }, AppError>> => {
    const read = unstored.get(id);
    if (read === undefined) {
      const mediaId = find(id)?.protected?.paintedBackMediaId ?? null;
      return ok({ mediaId, bytes: mediaId === null ? null : await pictures.decodeCoverage(mediaId) });
    }
    const { coverage, widthPx, heightPx } = await read();
    const file = await pictures.encodeCoverage(coverage, widthPx, heightPx);
    const imported = await ipc.request('media.importBytes', { bytes: file });
    return imported.ok ? ok({ mediaId: imported.data.mediaId, bytes: coverage }) : imported;
  };

  const protect = async (
    { id, request }: EditItem,
    stored: StoredResult,
    adjustments: Adjustments,
    work: Work,
  ): Promise<Result<LibraryItem, AppError>> => {
    const read = unstored.get(id);
    const back = await paintedBackOf(id);
    if (!back.ok) return back;
    const made = await layOver(request, stored, { paintedBack: back.data.bytes, adjustments }, work);
    if (made === null || made.png === null) {
      const { used, changedRatio } = made ?? (await pictures.checkUsage(stored, work));
      return ipc.request('library.addSourceUsage', { id, used, changedRatio });
    }
    const { png, ...facts } = made;
    const imported = await ipc.request('media.importBytes', { bytes: png });
    if (!imported.ok) return imported;
    if (work.signal.aborted) throw new PictureProblem('cancelled');
    const paintedBackMediaId = back.data.mediaId;
    const { mediaId } = imported.data;
    const added = await ipc.request('library.addProtected', { ...facts, id, mediaId, paintedBackMediaId });
    if (added.ok && unstored.get(id) === read) unstored.delete(id);
    return added;
  };

  /** Lays a result over its source; null if it can be used as it is. */
  const layOver = (
    { mask, part, isSizeMatched }: EditItem['request'],
    stored: StoredResult,
    how: Pick<CompositeJob, 'paintedBack' | 'adjustments'>,
    work: Work,
  ): Promise<Awaited<ReturnType<PicturePort['composite']>> | null> => {
    if (mask !== null || part !== null || how.paintedBack !== null)
      return pictures.composite({ ...stored, ...how, coverageMediaId: mask?.coverageMediaId ?? null }, work);
    return isSizeMatched ? pictures.bringBack(stored, work) : Promise.resolve(null);
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

  const storePaintedBack: Protection['storePaintedBack'] = (id, read) => {
    unstored.set(id, read);
    workOn(id, async (work) => {
      await settled(work.signal, PAINTED_SETTLE_MS);
      const item = find(id);
      const stored = item && storedOf(item);
      if (!item || !stored) return fail(appError('item.not_found'));
      return protect(item, stored, get().pending.get(id) ?? adjustmentsOf(item, starting()), work);
    });
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
        await settled(work.signal, SETTLE_MS);
        return protect(item, stored, next, work);
      });
    },
    storePaintedBack,
    unpainted: async (item) => {
      const stored = storedOf(item);
      if (stored === null || (item.protected?.paintedBackMediaId ?? null) === null) return null;
      const how = { paintedBack: null, adjustments: adjustmentsOf(item, starting()) };
      const made = await layOver(item.request, stored, how, { signal: ending.signal, onProgress: () => undefined });
      if (made === null) return { mediaId: item.raw.mediaId };
      return made.png && { file: new Blob([made.png], { type: 'image/png' }) };
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
  const { part, options } = request;
  return { sourceMediaId: source.mediaId, rawMediaId: raw.mediaId, sentSize: options.size, part };
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

function settled(signal: AbortSignal, forMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, forMs);
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

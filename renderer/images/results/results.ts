// Owns the results of the current picture: finds them, selects one, and recalls the request of an earlier edit.
// Independent of how results are displayed.

import type { EditPicture, EditRequest } from '../../../shared/contract/images.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Connection } from '../../../shared/contract/settings.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { Ipc } from '../../ipc.ts';
import { missingError } from '../../items/missing-media.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import type { Replacement } from '../../work/work-desk.ts';
import type { Images, MissingFiles, ResultPart, TrayPicture } from '../images-state.ts';
import { sizeOf } from '../images-state.ts';
import { MASK, withSource } from '../middle.ts';
import type { Bytes, PicturePort } from '../ports.ts';
import { matchedSize } from '../request/edit-flow.ts';
import { choicesOf } from '../request/edit-options.ts';
import { NO_GUIDE } from '../request/instruction.ts';
import { AS_IT_IS } from '../tray/open-pictures.ts';
import { chainOf, namelessPicture } from '../tray/source-chain.ts';
import { copyPicture } from './copy-picture.ts';

/** Number of results that are searched for those of the current picture. */
const RESULTS_READ = 60;

/** What the results part needs. `get` and `set` are those of its store. */
type ResultTools = {
  ipc: Ipc;
  pictures: PicturePort;
  /** Looks whether stored files are in their place; resolves to those that are not. */
  lookAt: (mediaIds: readonly string[]) => Promise<MissingFiles>;
  /** Starts the missing processing of results. */
  begin: (results: readonly EditItem[]) => void;
  connection: () => Connection | undefined;
  /** The session's jobs. */
  jobs: () => readonly Job[];
  get: () => Images;
  set: (change: Partial<Images>) => void;
  /** Shows a picture with coverage as its initial mask. */
  showWithMask: (picture: TrayPicture, coverage: Bytes | null) => void;
  report: (error: AppError) => void;
  /** Puts what is on the screen aside before it is replaced. */
  replaceWork: (how: Replacement, put: () => Promise<boolean>) => Promise<boolean>;
};

/** The results' part of the store, and the function that keeps it up to date. */
type Results = ResultPart & {
  /** Called when picture 1 has changed: earlier results stay until the tray is emptied. */
  followSource: () => void;
  /** Forgets the results of the pictures that were there. */
  startOver: () => void;
};

/** Creates the results part of the store. */
export function createResults(tools: ResultTools): Results {
  const { ipc, get, set } = tools;
  /** Media ids of all pictures that were picture 1 since the tray was last empty. */
  const lineage = new Set<string>();
  const beginReload = staleGuard();
  let latestReload: Promise<void> = Promise.resolve();

  /**
   * The edits of these pictures and of what was cut from them, and all that were made of their results.
   * @param items the oldest first
   */
  const madeOfThese = (items: readonly EditItem[]): EditItem[] => {
    const known = new Set(lineage);
    return items.filter(({ request, raw, protected: kept }) => {
      const [source] = request.pictures;
      const cutFrom = source?.kind === 'media' ? source.cutFrom : undefined;
      const isOne = [source?.mediaId, cutFrom?.mediaId].some((id) => id !== undefined && known.has(id));
      if (isOne) for (const mediaId of [raw.mediaId, kept?.picture.mediaId ?? raw.mediaId]) known.add(mediaId);
      return isOne;
    });
  };

  /** Resolves when the results are up to date, even if a later reload reads them. */
  const reloadResults = (): Promise<void> => {
    latestReload = readResults();
    return latestReload;
  };
  const readResults = async (): Promise<void> => {
    const resultsAsOf = tools.jobs();
    if (lineage.size === 0) return set({ resultsAsOf });
    const isLatest = beginReload();
    const list = await ipc.request('library.list', { search: '', kind: 'edit', beforeId: null, limit: RESULTS_READ });
    // A later reload has newer data.
    if (!isLatest()) return latestReload;
    if (!list.ok) {
      set({ resultsAsOf });
      return tools.report(list.error);
    }
    const results = madeOfThese(list.data.items.filter(isEdit).sort(byAge));
    set({ results, resultsAsOf, ready: get().ready.filter((id) => results.some((item) => item.id === id)) });
    tools.begin(results);
  };

  const pictureOf = async (mediaId: string, name: string): Promise<TrayPicture | null> => {
    const reply = await fetch(`/media/${mediaId}`).catch(() => null);
    if (!reply?.ok) return null;
    const blob = await reply.blob();
    const bitmap = await createImageBitmap(blob).catch(() => null);
    if (bitmap === null) return null;
    const { width: widthPx, height: heightPx } = bitmap;
    bitmap.close();
    return { ...AS_IT_IS, key: crypto.randomUUID(), mediaId, name, widthPx, heightPx, sizeBytes: blob.size };
  };

  const recallPicture = async (sent: EditPicture, index: number): Promise<TrayPicture | null> => {
    const name = namelessPicture(index);
    const isSource = index === 0;
    const picture = sent.mediaId === undefined ? null : await pictureOf(sent.mediaId, name);
    if (picture === null) return null;
    if (sent.kind === 'address') return { ...picture, address: sent.url, isSentAsAddress: true };
    const recalled = { ...picture, cutFrom: sent.cutFrom ?? null };
    // The wire picture of picture 1 is made again for its size; a reference is sent as it was.
    if (isSource || sent.wireMediaId === sent.mediaId) return recalled;
    const fitted = await pictureOf(sent.wireMediaId, name);
    return { ...recalled, fitted };
  };

  const startOver = (): void => {
    lineage.clear();
    set({ middle: MASK, results: [], ready: [], arrival: null });
  };

  return {
    results: [],
    resultsAsOf: tools.jobs(),
    recall: async (request) => {
      const { mask } = request;
      // Prevents sending until the pictures are loaded.
      set({ opening: get().opening + 1 });
      const files = idsOf(request);
      const missing = await tools.lookAt(files);
      const found = await Promise.all(request.pictures.map(recallPicture));
      const coverage =
        mask === null ? null : await tools.pictures.decodeCoverage(mask.coverageMediaId).catch(() => null);
      set({ opening: get().opening - 1 });
      const pictures = found.filter((picture) => picture !== null);
      const [source] = pictures;
      const [lost] = files.flatMap((id) => missing.get(id) ?? []);
      if (lost !== undefined) tools.report(missingError(lost, request.prompt));
      else if (pictures.length < found.length) tools.report(appError('item.not_found'));
      if (source === undefined || found[0] === null) return false;
      return tools.replaceWork({ title: (t) => t('recent.recalled') }, async () => {
        const connection = tools.connection();
        const matched = connection === undefined ? null : matchedSize(request.part ?? sizeOf(source), connection);
        startOver();
        tools.showWithMask(source, coverage);
        set({
          pictures,
          chain: [],
          instruction: request.prompt,
          guide: NO_GUIDE,
          choices: choicesOf(request, matched),
        });
        await reloadResults();
        return true;
      });
    },
    copy: async (picture) => {
      const failure = await copyPicture(picture, tools.pictures.makePng);
      if (failure !== null) tools.report(failure);
    },
    openResult: async (id) => {
      if (!get().results.some((item) => item.id === id)) await reloadResults();
      const isHere = get().results.some((item) => item.id === id);
      if (isHere) get().present(id);
      return isHere;
    },
    reloadResults,
    startOver,
    followSource: () => {
      const source = get().pictures[0];
      if (source === undefined) {
        startOver();
        return;
      }
      const isKnown = lineage.has(source.mediaId);
      set({ middle: withSource(get().middle, isKnown) });
      for (const { mediaId } of [source, ...chainOf(get().chain, source)]) lineage.add(mediaId);
      if (!isKnown) void reloadResults();
    },
  };
}

/** The files that are needed to take a request up again. */
function idsOf({ pictures, mask }: EditRequest): string[] {
  const ids = pictures.flatMap((picture, index) => [
    picture.mediaId,
    index > 0 && picture.kind === 'media' ? picture.wireMediaId : undefined,
  ]);
  return [...new Set([...ids, mask?.coverageMediaId])].filter((id) => id !== undefined);
}

function isEdit(item: { kind: string }): item is EditItem {
  return item.kind === 'edit';
}

function byAge(a: EditItem, b: EditItem): number {
  return a.createdAtMs - b.createdAtMs || a.resultIndex - b.resultIndex;
}

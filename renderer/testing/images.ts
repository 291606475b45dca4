// Creates the picture screen's store for tests.

import type { EditOrder, EditRequest } from '../../shared/contract/images.ts';
import { ok } from '../../shared/result.ts';
import { createImagesStore } from '../images/images-store.ts';
import { type Bytes, DEFAULT_ADJUSTMENTS, type MaskPort, type PicturePort } from '../images/ports.ts';
import { createMissingMediaStore } from '../items/missing-media.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, editJob, failure, fakeIpc, picture } from './fake-ipc.ts';
import { startWork } from './work.ts';

/** A picture of one pixel. */
export const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
/** A file that contains only its name. */
export const named = (name: string): Bytes => new TextEncoder().encode(name);
/** What the fake picture worker estimates about a result, and how the store records it. */
export const ESTIMATE = { verdict: 'used', figure: 0.9, reason: 'misaligned' } as const;
export const USED = { ...ESTIMATE, overridden: null };
/** What the fake picture worker measures of a composite. */
export const MEASURED = {
  outsideChangedPx: 0,
  rawOutsideChangedRatio: 0.4,
  rawInsideChangedRatio: 1,
  adjustments: DEFAULT_ADJUSTMENTS,
  misalignment: { dxPx: 2, dyPx: -3, scale: 1.01, warp: null, isBetterUndone: true, confidence: 0.9 },
  seamErrorBefore: 12,
  seamErrorAfter: 2,
  corrections: null,
  paintedBackMediaId: null,
};
const nameOf = (bytes: Uint8Array): string =>
  bytes.length === PNG.length ? 'source' : new TextDecoder().decode(bytes);

/** Creates the picture screen's store with fakes for main, mask engine and picture worker, which record their calls. */
export function startImages(change: Parameters<typeof appState>[0] = {}) {
  const fake = fakeIpc({
    'library.list': () => ok({ items: [], hasMore: false }),
    'media.importBytes': ({ bytes }) => ok(picture(nameOf(bytes))),
    'media.findMissing': () => ok([]),
    'drafts.loadMasks': () => ok([]),
    'library.addProtected': () => failure('item.not_found'),
    'library.addSourceUsage': () => failure('item.not_found'),
    'images.edit': ({ requests }) => {
      const before = sent().length - requests.length;
      return ok(
        requests.map((request, index) => ({
          kind: 'job' as const,
          job: editJob(`job${before + index + 1}`, { request: request as EditRequest }),
        })),
      );
    },
  });
  const work = startWork(fake.ipc);
  const session = createSessionStore({ ipc: fake.ipc, initial: appState(change) });
  const missing = createMissingMediaStore({ ipc: fake.ipc });
  const painted = new Map<string, Bytes>();
  const shown: (string | null)[] = [];
  const forgotten: string[] = [];
  const restored: string[] = [];
  const workListeners = new Set<() => void>();
  const mask: MaskPort = {
    show: (one, initial) => {
      shown.push(one?.key ?? null);
      if (one !== null && initial !== undefined && !painted.has(one.key)) painted.set(one.key, new Uint8Array(initial));
    },
    restore: (key) => restored.push(key),
    forget: (key) => forgotten.push(key),
    undo: () => undefined,
    redo: () => undefined,
    applyPreview: async () => undefined,
    coverage: async (key) => painted.get(key) ?? null,
    subscribe: () => () => undefined,
    onWork: (listener) => {
      workListeners.add(listener);
      return () => workListeners.delete(listener);
    },
  };
  const workOnMask = (): void => {
    for (const listener of workListeners) listener();
  };
  const pictures: PicturePort = {
    working: async (bytes) => ({ bytes, widthPx: 800, heightPx: 600 }),
    wire: async (id, plan) => named(`wire ${id.slice(-4)} ${plan.wire.width}x${plan.wire.height}`),
    wireMask: async () => named('mask'),
    annotatedImage: async (_id, _coverage, _plan, { maxBytes }) => named(`annotated ${maxBytes}`),
    maskBoxes: async () => [{ left: 0, top: 0, right: 400, bottom: 300 }],
    encodeCoverage: async () => named('coverage'),
    decodeCoverage: async () => named('plane'),
    makePng: async () => PNG,
    extend: async (_id, { left, top, right, bottom }) => {
      const [widthPx, heightPx] = [800 + left + right, 600 + top + bottom];
      return { bytes: named(`extended ${widthPx}x${heightPx}`), coverage: named('border'), widthPx, heightPx };
    },
    cutOut: async (id) => named(`cut out of ${id.slice(-4)}`),
    crop: async (id, { frame }, mask) => ({
      bytes:
        frame.width === 800 && frame.height === 600
          ? null
          : named(`crop of ${id.slice(-4)} ${frame.width}x${frame.height}`),
      coverage: mask && named('cropped mask'),
      widthPx: frame.width,
      heightPx: frame.height,
    }),
    layBack: async ({ mediaId: id, resultMediaId }) => named(`${resultMediaId.slice(-4)} in ${id.slice(-4)}`),
    composite: async () => ({ png: named('protected'), used: ESTIMATE, changedRatio: 1, ...MEASURED }),
    bringBack: async () => null,
    checkDecoding: async () => 'whole',
    checkUsage: async () => ({ used: ESTIMATE, changedRatio: 1 }),
    difference: async () => ({ bytes: PNG, insideChangedRatio: 1, outsideChangedRatio: 0 }),
  };
  const images = createImagesStore({
    ipc: fake.ipc,
    session,
    mask,
    pictures,
    missing,
    ...work,
    readSample: async () => PNG,
  });
  const sent = () =>
    fake.requests.filter(({ route }) => route === 'images.edit').flatMap(({ input }) => (input as EditOrder).requests);
  const addFile = (name = 'a.png', bytes: Bytes = PNG) => images.getState().addFiles([new File([bytes], name)]);
  const paint = () => painted.set(images.getState().pictures[0]?.key ?? '', named('plane'));
  return {
    ...fake,
    ...work,
    session,
    missing,
    images,
    pictures,
    painted,
    shown,
    forgotten,
    restored,
    sent,
    addFile,
    paint,
    workOnMask,
  };
}

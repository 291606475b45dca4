// Saves and restores the draft: the contents of the Images screen that have not been sent. Masks are saved separately,
// by the mask engine.

import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import type { Ipc } from '../ipc.ts';
import type { DraftPart, Images, MissingFiles, TrayPicture } from './images-state.ts';
import type { MaskPort } from './ports.ts';
import { DEFAULT_CHOICES } from './request/edit-options.ts';

/** Changes made within this time before a crash are lost, in milliseconds. */
const DELAY_MS = 250;

type Kept = Pick<Images, 'pictures' | 'chain' | 'instruction' | 'guide' | 'choices'>;

const KEPT = ['pictures', 'chain', 'instruction', 'guide', 'choices'] as const satisfies readonly (keyof Kept)[];

/** What the draft part needs. `get` and `set` are those of its store. */
export type DraftTools = {
  ipc: Ipc;
  mask: MaskPort;
  /** Looks whether stored files are in their place; resolves to those that are not. */
  lookAt: (mediaIds: readonly string[]) => Promise<MissingFiles>;
  get: () => Images;
  set: (change: Partial<Kept>) => void;
};

/** Creates the draft's part of the store. */
export function createDraftPart({ ipc, mask, lookAt, get, set }: DraftTools): DraftPart {
  return {
    restore: async () => {
      const loaded = await ipc.request('drafts.loadImages', null);
      if (!loaded.ok || loaded.data === null) return;
      const { draft, masks } = loaded.data;
      const missing = await lookAt([...draft.pictures, ...draft.chain].flatMap(filesOf));
      const { pictures, opening, instruction } = get();
      if (pictures.length > 0 || opening > 0 || instruction !== '') return;
      for (const { key, tiles } of masks) {
        const copies = tiles.map(({ index, packed }) => ({ index, packed: new Uint8Array(packed) }));
        mask.restore(key, copies);
      }
      const choices = { ...DEFAULT_CHOICES, ...draft.choices };
      set({
        pictures: draft.pictures.map((one) => withoutLostFit(one, missing)),
        chain: draft.chain.map((one) => withoutLostFit(one, missing)),
        instruction: draft.instruction,
        guide: draft.guide,
        choices,
      });
    },
  };
}

/** The stored files of a picture of the tray. */
export function filesOf({ mediaId, fitted }: Pick<TrayPicture, 'mediaId' | 'fitted'>): string[] {
  return fitted === null ? [mediaId] : [mediaId, fitted.mediaId];
}

/** The picture without its reduced version if the file of that is missing: it can be made again. */
export function withoutLostFit(picture: TrayPicture, missing: MissingFiles): TrayPicture {
  return picture.fitted !== null && missing.has(picture.fitted.mediaId) ? { ...picture, fitted: null } : picture;
}

/** Creates a function that saves the draft shortly after it changes. */
export function createDraftKeeper(ipc: Ipc): { follow: (now: Kept, before: Kept) => void; dispose: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: ImagesDraft | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (latest !== undefined) void ipc.request('drafts.saveImages', latest);
    latest = undefined;
  };
  return {
    follow: (now, before) => {
      if (KEPT.every((part) => now[part] === before[part])) return;
      const { pictures, chain, instruction, guide, choices } = now;
      latest = { pictures: pictures.map(toDraft), chain: chain.map(toDraft), instruction, guide, choices };
      // Pictures are saved at once, because their masks may be saved immediately after.
      if (pictures !== before.pictures) save();
      else timer ??= setTimeout(save, DELAY_MS);
    },
    dispose: save,
  };
}

/** A picture of the tray as saved in the draft. */
function toDraft({ fitted, ...picture }: TrayPicture): ImagesDraft['pictures'][number] {
  if (fitted === null) return { ...picture, fitted };
  const { mediaId, widthPx, heightPx, sizeBytes } = fitted;
  return { ...picture, fitted: { mediaId, widthPx, heightPx, sizeBytes } };
}

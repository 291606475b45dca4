// Keeps and restores the draft: the contents of the Images screen that have not been sent. Masks are saved separately,
// by the mask engine.

import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import type { Ipc } from '../ipc.ts';
import type { DraftKeeper } from '../work/draft-keeper.ts';
import type { DraftPart, Images, MissingFiles, TrayPicture } from './images-state.ts';
import type { MaskPort } from './ports.ts';
import { DEFAULT_CHOICES } from './request/edit-options.ts';
import { NO_GUIDE } from './request/instruction.ts';

type Kept = Pick<Images, 'pictures' | 'chain' | 'instruction' | 'guide' | 'choices'>;

const KEPT = ['pictures', 'chain', 'instruction', 'guide', 'choices'] as const satisfies readonly (keyof Kept)[];

/** What the draft part needs. `get` and `set` are those of its store. */
export type DraftTools = {
  ipc: Ipc;
  mask: MaskPort;
  /** Looks whether stored files are in their place; resolves to those that are not. */
  lookAt: (mediaIds: readonly string[]) => Promise<MissingFiles>;
  /** Forgets the results of the pictures that were there. */
  startOver: () => void;
  get: () => Images;
  set: (change: Partial<Kept>) => void;
};

/** Creates the draft's part of the store. */
export function createDraftPart({ ipc, mask, lookAt, startOver, get, set }: DraftTools): DraftPart {
  /** Reads what a draft needs. The returned function puts it on the screen. */
  const prepare = async (draft: ImagesDraft): Promise<() => void> => {
    const keys = [...new Set([...draft.pictures, ...draft.chain].map(({ key }) => key))];
    const masks = keys.length === 0 ? null : await ipc.request('drafts.loadMasks', keys);
    const missing = await lookAt([...draft.pictures, ...draft.chain].flatMap(filesOf));
    return () => {
      for (const { key, tiles } of masks?.ok ? masks.data : []) {
        const copies = tiles.map(({ index, packed }) => ({ index, packed: new Uint8Array(packed) }));
        mask.restore(key, copies);
      }
      set({
        pictures: draft.pictures.map((one) => withoutLostFit(one, missing)),
        chain: draft.chain.map((one) => withoutLostFit(one, missing)),
        instruction: draft.instruction,
        guide: draft.guide,
        choices: { ...DEFAULT_CHOICES, ...draft.choices },
      });
    };
  };
  return {
    restore: async (draft) => {
      const apply = await prepare(draft);
      const { pictures, opening, instruction } = get();
      if (pictures.length > 0 || opening > 0 || instruction !== '') return false;
      apply();
      return true;
    },
    show: async (draft) => {
      const apply = await prepare(draft);
      startOver();
      apply();
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

/** Returns a listener of the store that keeps its draft. */
export function followDraft(drafts: Pick<DraftKeeper, 'keep' | 'keepNow'>): (now: Kept, before: Kept) => void {
  return (now, before) => {
    if (KEPT.every((part) => now[part] === before[part])) return;
    const draft = { name: 'images', body: draftOf(now) } as const;
    // Pictures are saved at once, because their masks may be saved immediately after.
    if (now.pictures !== before.pictures) void drafts.keepNow(draft);
    else drafts.keep(draft);
  };
}

/** Nothing on the screen, with default options. */
export const EMPTY_DRAFT: ImagesDraft = {
  pictures: [],
  chain: [],
  instruction: '',
  guide: NO_GUIDE,
  choices: DEFAULT_CHOICES,
};

/** What is on the screen, as it is stored. */
export function draftOf({ pictures, chain, instruction, guide, choices }: Kept): ImagesDraft {
  return { pictures: pictures.map(toDraft), chain: chain.map(toDraft), instruction, guide, choices };
}

/** A picture of the tray as saved in the draft. */
function toDraft({ fitted, ...picture }: TrayPicture): ImagesDraft['pictures'][number] {
  if (fitted === null) return { ...picture, fitted };
  const { mediaId, widthPx, heightPx, sizeBytes } = fitted;
  return { ...picture, fitted: { mediaId, widthPx, heightPx, sizeBytes } };
}

// A preview of a change of the mask: it is shown, can be adjusted, and becomes a step of undo only when it is accepted. Independent of the screen.

import { latestOnly } from '../../lifetime/latest-only.ts';
import type { MaskEngine } from '../../mask/engine-api.ts';
import type { ImportChannel } from '../../mask/painting/mask-import.ts';

/** Ways to refine an edge by a radius. */
export const REFINEMENTS = ['grow', 'shrink', 'feather', 'smooth'] as const;
export type Refinement = (typeof REFINEMENTS)[number];

/** What is previewed: a refinement, or a file as the mask. */
export type MaskPreview =
  | { kind: 'refine'; how: Refinement; radiusPx: number }
  | { kind: 'import'; fileName: string; channel: ImportChannel; isInverted: boolean };

/** Previews changes of the mask that is shown. */
export type MaskPreviewer = {
  refine: (how: Refinement, radiusPx: number) => void;
  /** Reads a picture file as the mask; false when it cannot be read. */
  importFile: (file: File) => Promise<boolean>;
  /** Reads the same file otherwise. */
  readAgain: (channel: ImportChannel, isInverted: boolean) => void;
  /** What is being computed takes long: if it is no longer what is wanted, that begins now. */
  catchUp: () => void;
  accept: () => void;
  cancel: () => void;
};

/** Makes a previewer; `get` and `set` hold its preview. */
export function createMaskPreviewer(
  engine: () => MaskEngine | undefined,
  get: () => MaskPreview | null,
  set: (preview: MaskPreview | null) => void,
): MaskPreviewer {
  let showing: MaskPreview | null = null;
  const begin = latestOnly();
  /** Shows the latest preview; while one is being computed, only the last of those asked for meanwhile counts. */
  const show = async (): Promise<void> => {
    const isLatest = begin();
    for (let preview = get(); isLatest() && preview !== null && preview !== showing; preview = get()) {
      showing = preview;
      if (preview.kind === 'refine') {
        const isShown = await engine()?.preview({ type: preview.how, radiusPx: preview.radiusPx });
        // Something else was done to the mask before it could be seen.
        if (isShown === false && isLatest() && get() === preview) set(null);
      } else await engine()?.previewFile(undefined, preview);
    }
    if (isLatest()) showing = null;
  };
  const showUnlessBusy = (): void => {
    if (showing === null) void show();
  };
  const catchUp = (): void => {
    if (showing !== null && get() !== showing) void show();
  };
  return {
    refine: (how, radiusPx) => {
      set({ kind: 'refine', how, radiusPx });
      showUnlessBusy();
    },
    importFile: async (file) => {
      const channel = await engine()?.previewFile(file, { isInverted: false });
      if (channel === undefined) return false;
      set({ kind: 'import', fileName: file.name, channel, isInverted: false });
      return true;
    },
    readAgain: (channel, isInverted) => {
      const preview = get();
      if (preview?.kind !== 'import') return;
      set({ ...preview, channel, isInverted });
      showUnlessBusy();
    },
    catchUp,
    accept: () => {
      catchUp();
      engine()?.acceptPreview();
      set(null);
    },
    cancel: () => {
      set(null);
      engine()?.cancelGesture();
    },
  };
}

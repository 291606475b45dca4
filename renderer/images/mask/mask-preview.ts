// Previews a change of the mask. The preview can be adjusted, and becomes an undo step only when it is accepted.

import type { MaskEngine } from '../../engines/mask/engine-api.ts';
import type { ImportChannel } from '../../engines/mask/painting/mask-import.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';

/** The refinements of the mask's edge by a radius; the last two look at the picture. */
export const REFINEMENTS = ['grow', 'shrink', 'feather', 'smooth', 'edge', 'hair'] as const;
export type Refinement = (typeof REFINEMENTS)[number];

/** The previewed change: a refinement, or a file imported as the mask. */
export type MaskPreview =
  | { kind: 'refine'; how: Refinement; radiusPx: number }
  | { kind: 'import'; fileName: string; channel: ImportChannel; isInverted: boolean };

/** Previews changes of the current mask. */
export type MaskPreviewer = {
  refine: (how: Refinement, radiusPx: number) => void;
  /** Previews a picture file as the mask; false if it cannot be read. */
  importFile: (file: File) => Promise<boolean>;
  /** Previews the same file with another channel or inversion. */
  readAgain: (channel: ImportChannel, isInverted: boolean) => void;
  /** Starts the latest preview now, if an outdated one is still being computed. */
  catchUp: () => void;
  /** Applies the preview, once it is read if it is a file. Does nothing without one. */
  accept: () => Promise<void>;
  cancel: () => void;
};

/** Creates a previewer; `get` and `set` access the current preview. */
export function createMaskPreviewer(
  engine: () => MaskEngine | undefined,
  get: () => MaskPreview | null,
  set: (preview: MaskPreview | null) => void,
): MaskPreviewer {
  let showing: MaskPreview | null = null;
  /** The file that is being read, or read again. */
  let reading: Promise<unknown> = Promise.resolve();
  const begin = staleGuard();
  /** Shows the latest preview. Of the previews requested while another is computed, only the last one is shown. */
  const show = async (): Promise<void> => {
    const isLatest = begin();
    for (let preview = get(); isLatest() && preview !== null && preview !== showing; preview = get()) {
      showing = preview;
      if (preview.kind === 'refine') {
        const isShown = await engine()?.preview({ type: preview.how, radiusPx: preview.radiusPx });
        // The mask was changed otherwise before the preview could be shown.
        if (isShown === false && isLatest() && get() === preview) set(null);
      } else await engine()?.previewFile(undefined, preview);
    }
    if (isLatest()) showing = null;
  };
  const showUnlessBusy = (): void => {
    if (showing !== null) return;
    const shown = show();
    if (get()?.kind === 'import') reading = shown;
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
      const read = engine()?.previewFile(file, { isInverted: false });
      reading = Promise.resolve(read);
      const channel = await read;
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
    accept: async () => {
      // A file is read by the worker beside its other work; a refinement is finished by it when it is accepted.
      await reading.catch(() => undefined);
      if (get() === null) return;
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

// Something being tried out on the mask: it is shown, can be changed, and becomes a step of undo only when it is accepted. It must not know the screen.

import type { MaskEngine } from '../mask/engine-api.ts';
import type { ImportChannel } from '../mask/painting/mask-import.ts';

/** Ways to refine an edge by a radius. */
export const REFINEMENTS = ['grow', 'shrink', 'feather', 'smooth'] as const;
export type Refinement = (typeof REFINEMENTS)[number];

/** What is being tried out: a refinement, or a file as the mask. */
export type Trial =
  | { kind: 'refine'; how: Refinement; radiusPx: number }
  | { kind: 'import'; fileName: string; channel: ImportChannel; isInverted: boolean };

/** Trying things out on the mask that is shown. */
export type MaskTrial = {
  refine: (how: Refinement, radiusPx: number) => void;
  /** Reads a picture file as the mask; false when it cannot be read. */
  importFile: (file: File) => Promise<boolean>;
  /** Reads the same file otherwise. */
  readAgain: (channel: ImportChannel, isInverted: boolean) => void;
  accept: () => void;
  cancel: () => void;
};

/** Makes it; `get` and `set` hold the trial. */
export function createMaskTrial(
  engine: () => MaskEngine | undefined,
  get: () => Trial | null,
  set: (trial: Trial | null) => void,
): MaskTrial {
  let isShowing = false;
  /** Shows the latest trial; while one is being computed, only the last of those asked for meanwhile counts. */
  const show = async (): Promise<void> => {
    if (isShowing) return;
    isShowing = true;
    for (let shown: Trial | null = null; ; ) {
      const trial = get();
      if (trial === null || trial === shown) break;
      shown = trial;
      if (trial.kind === 'refine') await engine()?.preview({ do: trial.how, radiusPx: trial.radiusPx });
      else await engine()?.previewFile(undefined, trial);
    }
    isShowing = false;
  };
  return {
    refine: (how, radiusPx) => {
      set({ kind: 'refine', how, radiusPx });
      void show();
    },
    importFile: async (file) => {
      const channel = await engine()?.previewFile(file, { isInverted: false });
      if (channel === undefined) return false;
      set({ kind: 'import', fileName: file.name, channel, isInverted: false });
      return true;
    },
    readAgain: (channel, isInverted) => {
      const trial = get();
      if (trial?.kind !== 'import') return;
      set({ ...trial, channel, isInverted });
      void show();
    },
    accept: () => {
      engine()?.acceptPreview();
      set(null);
    },
    cancel: () => {
      set(null);
      engine()?.cancelGesture();
    },
  };
}

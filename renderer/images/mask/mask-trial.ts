// Something being tried out on the mask: it is shown, can be changed, and becomes a step of undo only when it is accepted. It must not know the screen.

import type { MaskEngine } from '../../mask/engine-api.ts';
import type { ImportChannel } from '../../mask/painting/mask-import.ts';

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
  /** What is being computed takes long: if it is no longer what is wanted, that begins now. */
  catchUp: () => void;
  accept: () => void;
  cancel: () => void;
};

/** Makes it; `get` and `set` hold the trial. */
export function createMaskTrial(
  engine: () => MaskEngine | undefined,
  get: () => Trial | null,
  set: (trial: Trial | null) => void,
): MaskTrial {
  let showing: Trial | null = null;
  let run = 0;
  /** Shows the latest trial; while one is being computed, only the last of those asked for meanwhile counts. */
  const show = async (): Promise<void> => {
    run += 1;
    const own = run;
    for (let trial = get(); own === run && trial !== null && trial !== showing; trial = get()) {
      showing = trial;
      if (trial.kind === 'refine') {
        const isShown = await engine()?.preview({ do: trial.how, radiusPx: trial.radiusPx });
        // Something else was done to the mask before it could be seen.
        if (isShown === false && own === run && get() === trial) set(null);
      } else await engine()?.previewFile(undefined, trial);
    }
    if (own === run) showing = null;
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
      const trial = get();
      if (trial?.kind !== 'import') return;
      set({ ...trial, channel, isInverted });
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

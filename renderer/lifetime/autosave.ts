// Saves what changes often: once after a burst of changes, and again and again during a long one.

/** A save begins this long after the last change, in milliseconds … */
const QUIET_MS = 250;
/** … and at the latest this long after the first. */
const MAX_MS = 700;

/** Saves the latest state of something. */
export type Autosave = {
  /** Something has changed. */
  soon: () => void;
  /** Saves at once if something has changed. Resolves when what was saved last has been. */
  now: () => Promise<void>;
};

/**
 * Creates the saver of one thing. @param save saves its state as it is then; never rejects. The next save by itself
 * waits until the one before has ended.
 */
export function autosave(save: () => Promise<void>): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changedAtMs: number | undefined;
  let saving: Promise<void> = Promise.resolve();
  let isSaving = false;

  const now = (): Promise<void> => {
    clearTimeout(timer);
    if (changedAtMs === undefined) return saving;
    changedAtMs = undefined;
    isSaving = true;
    const own = save().finally(() => {
      if (saving !== own) return;
      isSaving = false;
      if (changedAtMs !== undefined) schedule();
    });
    saving = own;
    return own;
  };
  const schedule = (): void => {
    clearTimeout(timer);
    const since = Date.now() - (changedAtMs ?? Date.now());
    timer = setTimeout(() => void now(), Math.max(0, Math.min(QUIET_MS, MAX_MS - since)));
  };
  return {
    soon: () => {
      changedAtMs ??= Date.now();
      if (!isSaving) schedule();
    },
    now,
  };
}

// Code that is read after the first paint, from files of its own: reads it once, and tells who draws it.

import { useSyncExternalStore } from 'react';

/** Code in a file of its own. */
export type LateCode<Code> = {
  /** The code; null where it cannot be read, undefined until it has been. */
  get: () => Code | null | undefined;
  /** Calls the listener when it has been read or cannot be, until the returned function is called. */
  subscribe: (onChange: () => void) => () => void;
  /** Reads it, once; after a failure once more. Resolves also where it cannot be read. */
  read: () => Promise<void>;
};

const everything: LateCode<unknown>[] = [];

/** Declares code that `load` reads. */
export function lateCode<Code>(load: () => Promise<Code>): LateCode<Code> {
  const listeners = new Set<() => void>();
  let code: Code | null | undefined;
  let reading: Promise<void> | undefined;
  const set = (next: Code | null | undefined): void => {
    code = next;
    for (const listener of listeners) listener();
  };
  const late: LateCode<Code> = {
    get: () => code,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    read: () => {
      if (code === null) {
        reading = undefined;
        set(undefined);
      }
      reading ??= load().then(set, () => set(null));
      return reading;
    },
  };
  everything.push(late);
  return late;
}

/** Reads all code that was declared, so that none is read when it is wanted. Resolves also where some cannot be read. */
export async function readLateCode(): Promise<void> {
  await Promise.all(everything.map((late) => (late.get() === null ? undefined : late.read())));
}

/** Returns the code, and draws again when it has been read or cannot be. */
export function useLateCode<Code>({ subscribe, get }: LateCode<Code>): Code | null | undefined {
  return useSyncExternalStore(subscribe, get);
}

// Events between parts that need each other: the one made first emits, the one made over it subscribes.

/** Something that happens again and again. */
export type Signal<T> = {
  /** Tells all who subscribed, in the order in which they did. */
  emit: (value: T) => void;
  /** Subscribes for as long as the signal lives. What was emitted before is not repeated. */
  on: (listener: (value: T) => void) => void;
};

/** Creates a signal that nobody has subscribed to yet. */
export function createSignal<T>(): Signal<T> {
  const listeners: ((value: T) => void)[] = [];
  return {
    emit(value) {
      for (const listener of listeners) listener(value);
    },
    on: (listener) => void listeners.push(listener),
  };
}

// Owns what must be released with its owner: listeners, timers, workers, elements.

/** Releases one resource. */
type Disposer = () => void;

/** The resources that live as long as their owner. */
export type Scope = {
  /** Adds disposers. If the scope has already ended they are called at once. */
  add: (...disposers: readonly Disposer[]) => void;
  /** Listens to events until the scope ends. */
  listen: Listen;
  /**
   * Ends the scope: calls every disposer once, the latest first; a second call does nothing. All disposers are called
   * even if some throw.
   * @throws afterwards that error, or an `AggregateError` of several
   */
  dispose: () => void;
};

type Options = Omit<AddEventListenerOptions, 'signal'>;
type Listener<E> = (event: E) => void;

/** Events of elements, documents and windows have their own types; those of other targets are plain events. */
type Listen = {
  <T extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: T,
    listener: Listener<HTMLElementEventMap[T]>,
    options?: Options,
  ): void;
  <T extends keyof DocumentEventMap>(
    target: Document,
    type: T,
    listener: Listener<DocumentEventMap[T]>,
    options?: Options,
  ): void;
  <T extends keyof WindowEventMap>(
    target: Window,
    type: T,
    listener: Listener<WindowEventMap[T]>,
    options?: Options,
  ): void;
  (target: EventTarget, type: string, listener: Listener<Event>, options?: Options): void;
};

/** Creates an empty scope. */
export function createScope(): Scope {
  let disposers: Disposer[] = [];
  let isOver = false;
  const dispose = (): void => {
    isOver = true;
    const ending = disposers.reverse();
    disposers = [];
    const errors = ending.flatMap(errorOf);
    if (errors.length > 1) throw new AggregateError(errors, 'Several disposers failed.');
    if (errors.length === 1) throw errors[0];
  };
  const add = (...added: readonly Disposer[]): void => {
    disposers.push(...added);
    if (isOver) dispose();
  };
  return {
    add,
    listen: (target: EventTarget, type: string, listener: Listener<never>, options?: Options): void => {
      // The overloads of `Listen` ensure that the listener takes the events of this type.
      const handle = listener as Listener<Event>;
      target.addEventListener(type, handle, options);
      add(() => target.removeEventListener(type, handle, options));
    },
    dispose,
  };
}

function errorOf(disposer: Disposer): unknown[] {
  try {
    disposer();
    return [];
  } catch (error) {
    return [error];
  }
}

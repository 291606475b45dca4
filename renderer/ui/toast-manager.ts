// What shows toasts from outside React. The layer that draws them is read later than this.

import { Toast } from '@base-ui/react/toast';

type Manager = ReturnType<typeof Toast.createToastManager>;

/** Shows toasts from outside React. */
export type ToastManager = Pick<Manager, 'add' | 'close' | 'update'> & {
  /** What the layer draws. */
  readonly drawn: Manager;
  /** Called once the layer is there: what was said before is shown now. */
  readonly begin: () => void;
};

/** Creates the manager that `ToastLayer` displays. Until `begin` toasts wait. */
export function createToastManager(): ToastManager {
  const drawn = Toast.createToastManager();
  let waiting: (() => void)[] | undefined = [];
  const act = (step: () => void): void => {
    if (waiting === undefined) step();
    else waiting.push(step);
  };
  return {
    drawn,
    add: (options) => {
      const id = options.id ?? crypto.randomUUID();
      act(() => drawn.add({ ...options, id }));
      return id;
    },
    close: (id) => act(() => drawn.close(id)),
    update: (id, updates) => act(() => drawn.update(id, updates)),
    begin: () => {
      const steps = waiting ?? [];
      waiting = undefined;
      for (const step of steps) step();
    },
  };
}

// Choosing several results to compare: they are shown at once, and too many are said to be.

import { useCommons, useTranslation } from '../../services.ts';
import type { ImagesStore } from '../images-store.ts';
import { MAX_COMPARED } from '../middle.ts';

/** What chooses results; ids that stand for nothing are ignored. */
type Comparing = {
  /** Adds a result to those that are compared, or takes it away. */
  toggle: (id: string | undefined) => void;
  /** Compares results, the first ones of them if they are too many. */
  compareAll: (ids: readonly string[]) => void;
  /** Compares the results from one to another. @param order all of them */
  compareFrom: (first: string | undefined, last: string | undefined, order: readonly string[]) => void;
};

/** Returns what chooses results. */
export function useComparing(store: ImagesStore): Comparing {
  const { toasts } = useCommons();
  const { t } = useTranslation();
  const say = (areAllShown: boolean): void => {
    if (!areAllShown) toasts.add({ title: t('images.comparedFirst', { limit: MAX_COMPARED }) });
  };
  const compareAll = (ids: readonly string[]): void => say(store.getState().compareAll(ids));
  return {
    toggle: (id) => {
      if (id !== undefined) say(store.getState().toggleCompared(id));
    },
    compareAll,
    compareFrom: (first, last, order) => {
      const to = order.indexOf(last ?? '');
      const from = order.indexOf(first ?? '');
      if (to < 0) return;
      const start = from < 0 ? to : from;
      const range = order.slice(Math.min(start, to), Math.max(start, to) + 1);
      // From where it begins, of which the first are shown.
      compareAll(start <= to ? range : range.reverse());
    },
  };
}

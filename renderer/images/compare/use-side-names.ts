// The names of the two pictures of a comparison.

import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { useTranslation } from '../../services.ts';
import type { ImagesStore } from '../images-store.ts';
import { comparedWithId } from '../middle.ts';

/** What is on each side of a comparison. */
export type SideNames = { before: string; after: string };

/** Returns *before* and *after*, or the numbers of two results that are compared with each other. */
export function useSideNames(store: ImagesStore, item: EditItem): SideNames {
  const { t } = useTranslation();
  const after = useStore(store, ({ results }) => results.findIndex(({ id }) => id === item.id) + 1);
  const before = useStore(
    store,
    ({ results, middle }) => results.findIndex(({ id }) => id === comparedWithId(middle)) + 1,
  );
  if (before === 0) return { before: t('images.before'), after: t('images.after') };
  return { before: t('images.resultN', { number: before }), after: t('images.resultN', { number: after }) };
}

// What is shown when nothing matches: which of the things that are set stand in the way.

import { useEffect, useState } from 'react';
import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './Filters.module.css';
import type { Finding } from './Filters.tsx';
import { partsOf, withoutAll } from './facet-choices.ts';
import { useSetTexts } from './use-set-texts.ts';

/** Says that nothing matches, with a button for each thing without which something would. */
export function NothingFound({ finding: { filter, setFilter } }: { finding: Finding }) {
  const { t } = useTranslation();
  const parts = partsOf(filter, Date.now());
  const textOf = useSetTexts(filter, parts);
  const { search } = filter;
  const removals = [
    ...(search === '' ? [] : [{ text: t('library.clearSearch'), without: { search: '' } }]),
    ...parts.map((part) => ({ text: t('finding.remove', { name: textOf(part) }), without: part.without })),
  ];
  const totals = useTotals(
    filter,
    removals.map(({ without }) => without),
  );
  const helpful = removals
    .map((removal, index) => ({ ...removal, count: totals[index] ?? 0 }))
    .filter(({ count }) => count > 0);
  return (
    <div className={styles.nothing}>
      <EmptyState
        drawing="nothingFound"
        title={parts.length === 0 ? t('library.noMatch', { search }) : t('finding.noneLeft')}
        hint={helpful.length > 0 ? t('finding.noneLeftHint') : undefined}
      >
        {helpful.map(({ text, without, count }) => (
          <Button key={text} onClick={() => setFilter(without)}>
            {text} <span className={styles.count}>{t('finding.found', { count })}</span>
          </Button>
        ))}
        {(removals.length > 1 || helpful.length === 0) && (
          <Button onClick={() => setFilter(withoutAll(filter, Date.now()))}>{t('finding.clearAll')}</Button>
        )}
      </EmptyState>
    </div>
  );
}

/** How many items there are with each of the changes; none until that is known. */
function useTotals(filter: LibraryFilter, changes: readonly Partial<LibraryFilter>[]): readonly number[] {
  const { ipc } = useCommons();
  const [totals, setTotals] = useState<readonly number[]>([]);
  const filters = JSON.stringify(changes.map((change) => ({ ...filter, ...change })));
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const asked: LibraryFilter[] = JSON.parse(filters);
      const found = await Promise.all(asked.map((one) => ipc.request('library.find', { filter: one, limit: 1 })));
      if (isCurrent) setTotals(found.map((one) => (one.ok ? one.data.total : 0)));
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [ipc, filters]);
  return totals;
}

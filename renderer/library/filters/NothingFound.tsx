// What is shown when nothing matches: which of the things that are set may be taken out.

import { useTranslation } from '../../app/services.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Filters.module.css';
import type { Finding } from './Filters.tsx';
import { partsOf, withoutAll } from './facet-choices.ts';
import { useSetTexts } from './use-set-texts.ts';

/** Says that nothing matches, with a button for each thing that is set. */
export function NothingFound({ finding: { filter, setFilter } }: { finding: Finding }) {
  const { t } = useTranslation();
  const parts = partsOf(filter, Date.now());
  const textOf = useSetTexts(filter, parts);
  const { search } = filter;
  const isOne = parts.length + (search === '' ? 0 : 1) === 1;
  return (
    <div className={styles.nothing}>
      <p className={styles.title}>{parts.length === 0 ? t('library.noMatch', { search }) : t('finding.noneLeft')}</p>
      {!isOne && <p>{t('finding.noneLeftHint')}</p>}
      <div className={styles.removals}>
        {search !== '' && <Button onClick={() => setFilter({ search: '' })}>{t('library.clearSearch')}</Button>}
        {parts.map((part) => (
          <Button key={`${part.facet}:${part.value}`} onClick={() => setFilter(part.without)}>
            {t('finding.remove', { name: textOf(part) })}
          </Button>
        ))}
        {!isOne && <Button onClick={() => setFilter(withoutAll(filter, Date.now()))}>{t('finding.clearAll')}</Button>}
      </div>
    </div>
  );
}

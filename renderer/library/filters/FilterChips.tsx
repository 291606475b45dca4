// What is set, as chips that can be removed, and what to do with all of it.

import { useRef, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { NewCollection } from '../../items/keeping/NewCollection.tsx';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Filters.module.css';
import { Chip, type Finding } from './Filters.tsx';
import { partsOf, withoutAll } from './facet-choices.ts';
import { useSetTexts } from './use-set-texts.ts';

type Chips = { finding: Finding; report: (error: AppError | null) => void };

/** The row of chips; nothing if nothing is set. */
export function FilterChips({ finding, report }: Chips) {
  const { filter, setFilter } = finding;
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const parts = partsOf(filter, Date.now());
  const textOf = useSetTexts(filter, parts);
  const search = filter.search.trim();
  if (parts.length === 0 && search === '') return null;
  /** The focus must not be lost with the button that had it. */
  const keepFocus = (): void => row.current?.querySelector('button')?.focus();
  return (
    <div ref={row} className={styles.chips}>
      <ul aria-label={t('finding.set')}>
        {parts.map((part) => (
          <Chip
            key={`${part.facet}:${part.value}`}
            text={textOf(part)}
            onRemove={() => {
              setFilter(part.without);
              requestAnimationFrame(keepFocus);
            }}
          />
        ))}
      </ul>
      <Button variant="link" onClick={() => setFilter(withoutAll(filter, Date.now()))}>
        {t('finding.clearAll')}
      </Button>
      <SaveSearch
        finding={finding}
        title={[search, ...parts.map(textOf)].filter(Boolean).join(t.separators.fact)}
        report={report}
      />
    </div>
  );
}

/** Keeps the search as a smart collection. @param title that is proposed */
function SaveSearch({ finding: { filter, sort }, title, report }: Chips & { title: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" onClick={() => setOpen(true)}>
        {t('finding.saveSearch')}
      </Button>
      {isOpen && (
        <NewCollection
          collection={{ kind: 'smart', filter, sort }}
          proposedTitle={title}
          report={report}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

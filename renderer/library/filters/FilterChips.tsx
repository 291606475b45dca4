// What is set, as chips that can be removed, and what to do with all of it.

import { useRef, useState } from 'react';
import { useServices, useTranslation } from '../../app/services.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Filters.module.css';
import { Chip, type Finding } from './Filters.tsx';
import { partsOf, withoutAll } from './facet-choices.ts';
import { useSetTexts } from './use-set-texts.ts';

/** The row of chips; nothing if nothing is set. */
export function FilterChips({ finding }: { finding: Finding }) {
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
      <SaveSearch finding={finding} title={[search, ...parts.map(textOf)].filter(Boolean).join(t.separators.fact)} />
    </div>
  );
}

/** Keeps the search as a smart collection. @param title that is proposed */
function SaveSearch({ finding: { filter, sort }, title }: { finding: Finding; title: string }) {
  const { ipc, toasts } = useServices();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const save = async (): Promise<void> => {
    const made = await ipc.request('collections.create', { title: name.trim(), kind: 'smart', filter, sort });
    if (!made.ok) return;
    setOpen(false);
    toasts.add({ title: t('finding.saved', { title: name.trim() }) });
  };
  return (
    <Popover
      label={t('finding.saveSearch')}
      side="bottom"
      isOpen={isOpen}
      onOpenChange={(next) => {
        setName(title.slice(0, 60));
        setOpen(next);
      }}
      trigger={<Button variant="link">{t('finding.saveSearch')}</Button>}
    >
      <form
        className={styles.save}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField label={t('finding.searchName')} value={name} onChange={setName} />
        <Button type="submit" variant="primary" disabled={name.trim() === ''}>
          {t('finding.save')}
        </Button>
      </form>
    </Popover>
  );
}

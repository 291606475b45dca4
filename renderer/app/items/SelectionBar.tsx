// The actions on all selected items: play takes one after the other, save them with names from a template, delete them.

import { X } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { MAX_AT_ONCE } from '../../../shared/library-limits.ts';
import { fillNameTemplate } from '../../../shared/text/name-template.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { formatCount } from '../format-text.ts';
import { useServices, useSession, useTranslation } from '../services.ts';
import { type Chosen, takesIn } from './chosen.ts';
import { joinTakes, saveItems, saveProject, trashChosen } from './item-actions.ts';
import styles from './SelectionBar.module.css';

const MAX_TEMPLATE = 200;

type SelectionBarProps = {
  chosen: Chosen;
  report: (error: AppError | null) => void;
  onClear: () => void;
  /** For deleted items: restores them, instead of deleting them. */
  onRestore?: ((ids: readonly string[]) => void) | undefined;
  /** For deleted items too. */
  onDeleteForGood?: ((ids: readonly string[]) => void) | undefined;
};

/** The bar under a list while items are selected. */
export function SelectionBar({ chosen, report, onClear, onRestore, onDeleteForGood }: SelectionBarProps) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const storedTemplate = useSession((session) => session.settings.library.nameTemplate);
  // Kept locally while typing: settings return from main a moment later and would undo the latest letters.
  const [template, setTemplate] = useState(storedTemplate);
  const [saved, setSaved] = useState<{ count: number; folder: string } | null>(null);
  const areFew = chosen.count <= MAX_AT_ONCE;
  const saveAll = async (): Promise<void> => {
    setSaved(null);
    const result = await saveItems(services, await chosen.ids(), template);
    report(result.ok ? null : result.error);
    if (result.ok && result.data.folder !== null) setSaved({ count: result.data.count, folder: result.data.folder });
  };
  const example = fillNameTemplate(template, {
    number: 1,
    count: chosen.count,
    voice: t('library.exampleVoice'),
    words: t('library.exampleWords'),
  });
  return (
    <section className={styles.bar} aria-label={t('library.selection')}>
      <span role="status" className={styles.count}>
        {t('library.selected', { count: formatCount(chosen.count, locale) })}
      </span>
      {chosen.hasTakes && areFew && (
        <>
          <Button onClick={() => void takesIn(chosen).then((takes) => services.player.getState().playInARow(takes))}>
            {t('takes.playInARow')}
          </Button>
          <Button onClick={() => void takesIn(chosen).then((takes) => joinTakes(services, takes))}>
            {t('export.join')}
          </Button>
        </>
      )}
      <TextField
        label={t('library.nameTemplate')}
        className={styles.template}
        value={template}
        maxLength={MAX_TEMPLATE}
        title={t('library.nameExample', { name: example })}
        onChange={(next) => {
          setTemplate(next);
          services.session.getState().updateSettings({ library: { nameTemplate: next } });
        }}
      />
      <Button
        disabled={!areFew}
        title={areFew ? undefined : t('library.tooManyAtOnce', { count: formatCount(MAX_AT_ONCE, locale) })}
        onClick={() => void saveAll()}
      >
        {t('library.saveAll')}
      </Button>
      {!onRestore && (
        <Button onClick={() => void chosen.items().then((items) => saveProject(services, items))}>
          {t('transfer.saveProject')}
        </Button>
      )}
      {onRestore ? (
        <>
          <Button onClick={() => void chosen.ids().then(onRestore)}>{t('library.restoreAll')}</Button>
          <Button onClick={() => void chosen.ids().then(onDeleteForGood)}>{t('trash.deleteForGoodAsk')}</Button>
        </>
      ) : (
        <Button variant="plain" onClick={() => void trashChosen(services, chosen).then(report)}>
          {t('library.deleteAll')}
        </Button>
      )}
      <span role="status" className={styles.saved}>
        {saved !== null && t('library.saved', saved)}
      </span>
      <IconButton label={t('library.clearSelection')} icon={<X size={16} aria-hidden />} onClick={onClear} />
    </section>
  );
}

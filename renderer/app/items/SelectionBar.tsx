// The actions on all selected items: play takes one after the other, save them with names from a template, delete them.

import { X } from 'lucide-react';
import { useState } from 'react';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { fillNameTemplate } from '../../../shared/text/name-template.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { formatCount } from '../format-text.ts';
import { useServices, useSession, useTranslation } from '../services.ts';
import { joinTakes, saveItems, saveProject, trashItems } from './item-actions.ts';
import { takesOf } from './item-text.ts';
import styles from './SelectionBar.module.css';

const MAX_TEMPLATE = 200;

type SelectionBarProps = {
  /** The selected items, in the order of the list. */
  chosen: readonly LibraryItem[];
  report: (error: AppError | null) => void;
  onClear: () => void;
  /** For deleted items: restores them, instead of deleting them. */
  onRestore?: ((ids: readonly string[]) => void) | undefined;
};

/** The bar under a list while items are selected. */
export function SelectionBar({ chosen, report, onClear, onRestore }: SelectionBarProps) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const storedTemplate = useSession((session) => session.settings.library.nameTemplate);
  // Kept locally while typing: settings return from main a moment later and would undo the latest letters.
  const [template, setTemplate] = useState(storedTemplate);
  const [saved, setSaved] = useState<{ count: number; folder: string } | null>(null);
  const takes = takesOf(chosen);
  const saveAll = async (): Promise<void> => {
    setSaved(null);
    const result = await saveItems(services, chosen, template);
    report(result.ok ? null : result.error);
    if (result.ok && result.data.folder !== null) setSaved({ count: result.data.count, folder: result.data.folder });
  };
  const example = fillNameTemplate(template, {
    number: 1,
    count: chosen.length,
    voice: t('library.exampleVoice'),
    words: t('library.exampleWords'),
  });
  return (
    <section className={styles.bar} aria-label={t('library.selection')}>
      <span role="status" className={styles.count}>
        {t('library.selected', { count: formatCount(chosen.length, locale) })}
      </span>
      {takes.length > 1 && (
        <>
          <Button onClick={() => services.player.getState().playInARow(takes)}>{t('takes.playInARow')}</Button>
          <Button onClick={() => joinTakes(services, takes)}>{t('export.join')}</Button>
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
      <Button onClick={() => void saveAll()}>{t('library.saveAll')}</Button>
      {!onRestore && <Button onClick={() => saveProject(services, chosen)}>{t('transfer.saveProject')}</Button>}
      {onRestore ? (
        <Button onClick={() => onRestore(chosen.map(({ id }) => id))}>{t('library.restoreAll')}</Button>
      ) : (
        <Button variant="plain" onClick={() => void trashItems(services, chosen).then(report)}>
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

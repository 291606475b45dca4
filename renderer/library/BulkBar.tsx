// The actions on all selected items: save them with names from a template, delete them.

import { X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { fillNameTemplate } from '../../shared/text/name-template.ts';
import { formatCount } from '../app/format-text.ts';
import { restoreItems, saveItems, trashItems } from '../app/items/item-actions.ts';
import { useServices, useSession, useTranslation } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './BulkBar.module.css';
import type { LibraryStore } from './library-store.ts';

const MAX_TEMPLATE = 200;

/** The bar under the grid while items are selected. */
export function BulkBar({ store }: { store: LibraryStore }) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const items = useStore(store, (library) => library.items);
  const selected = useStore(store, (library) => library.selected);
  const storedTemplate = useSession((session) => session.settings.library.nameTemplate);
  // Kept locally while typing: settings return from main a moment later and would undo the latest letters.
  const [template, setTemplate] = useState(storedTemplate);
  const [saved, setSaved] = useState<{ count: number; folder: string } | null>(null);
  const isTrashShown = useStore(store, (library) => library.isTrashShown);
  const { report, clearSelection } = store.getState();
  const chosen = items.filter(({ id }) => selected.has(id));
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
      <span className={styles.count}>{t('library.selected', { count: formatCount(chosen.length, locale) })}</span>
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
      {isTrashShown ? (
        <Button
          onClick={() =>
            void restoreItems(
              services,
              chosen.map(({ id }) => id),
            ).then(report)
          }
        >
          {t('library.restoreAll')}
        </Button>
      ) : (
        <Button variant="plain" onClick={() => void trashItems(services, chosen).then(report)}>
          {t('library.deleteAll')}
        </Button>
      )}
      <span role="status" className={styles.saved}>
        {saved !== null && t('library.saved', saved)}
      </span>
      <IconButton label={t('library.clearSelection')} icon={<X size={16} aria-hidden />} onClick={clearSelection} />
    </section>
  );
}

// What can be done with the result being compared: keep it, go on with it, copy it, delete it.

import { Ellipsis } from 'lucide-react';
import { useStore } from 'zustand';
import type { EditItem } from '../../shared/contract/library.ts';
import { saveBest, saveCopy } from '../app/item-actions.ts';
import { itemEntries } from '../app/item-menu.tsx';
import { useServices, useWords } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { ImagesStore } from './images-store.ts';
import styles from './ResultStrip.module.css';

/** The actions of a result. */
export function ResultActions({ store, item }: { store: ImagesStore; item: EditItem }) {
  const services = useServices();
  const { toasts } = services;
  const { t } = useWords();
  const isRawShown = useStore(store, (images) => images.isRawShown);
  const { report, replaceSource, addStored, copy } = store.getState();
  const shown = isRawShown ? item.raw : (item.protected?.picture ?? item.raw);
  const { saves, remove } = itemEntries(services, item, t, report);
  const save = () => (isRawShown ? saveCopy(services, item, 'received') : saveBest(services, item));
  const takeAsSource = async (): Promise<void> => {
    const putBack = await replaceSource(shown.mediaId, item.title);
    if (putBack === null) return;
    const toastId = toasts.add({
      title: t('images.usedAsSource'),
      actionProps: {
        children: t('common.undo'),
        onClick: () => {
          toasts.close(toastId);
          putBack();
        },
      },
    });
  };
  return (
    <div className={styles.actions}>
      <Button onClick={() => void save().then(report)}>{t('common.saveAs')}</Button>
      <Button look="plain" onClick={() => void takeAsSource()}>
        {t('images.useAsSource')}
      </Button>
      <Button look="plain" onClick={() => void addStored(shown.mediaId, item.title)}>
        {t('images.addAsReference')}
      </Button>
      <Button look="plain" onClick={() => void copy(shown)}>
        {t('images.copy')}
      </Button>
      <Menu
        trigger={<IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} />}
        entries={[...saves, 'separator', remove]}
      />
    </div>
  );
}

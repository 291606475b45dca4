// The actions on the compared result: save, continue editing, copy, delete.

import { Ellipsis, ImageUp, PictureInPicture2 } from 'lucide-react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { canUse } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { ImagesStore } from '../images-store.ts';
import { isRawShown } from '../middle.ts';
import { BarButton } from './BarButton.tsx';
import { putBackOf, putBackShown } from './putting-back.ts';
import styles from './ResultBar.module.css';
import { resultEntries, saveShown, takeAsSource } from './result-menu.tsx';
import { StopReplacing } from './StopReplacing.tsx';

type ResultActionsProps = { store: ImagesStore; item: EditItem };

/** The actions of a result. */
export function ResultActions({ store, item }: ResultActionsProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const isRaw = useStore(store, ({ middle }) => isRawShown(middle, item.id));
  const { report } = store.getState();
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const shown = shownPicture(item, missingFiles, isRaw);
  const isUsable = canUse(item, shown);
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const canPutBack = useStore(store, (images) => putBackOf(item, images) !== null);
  return (
    <div className={styles.actions}>
      <Button onClick={() => void saveShown(commons, store, item).then(report)}>{t('common.saveAs')}</Button>
      {isUsable && (
        <BarButton
          icon={<ImageUp size={14} aria-hidden />}
          label={t('images.useAsSource')}
          onClick={() => void takeAsSource(commons, store, item, t)}
        />
      )}
      {canPutBack && (
        <BarButton
          icon={<PictureInPicture2 size={14} aria-hidden />}
          label={t('images.putBack')}
          disabled={isReplacing}
          onClick={() => void putBackShown(commons, store, item, t)}
        />
      )}
      <StopReplacing store={store} />
      <Menu
        trigger={<IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} />}
        entries={resultEntries(commons, store, item, t)}
      />
    </div>
  );
}

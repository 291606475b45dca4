// The actions on the compared result: save, continue editing, copy, delete.

import { ChevronDown, Ellipsis, ImageUp } from 'lucide-react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { saveBest, saveCopy } from '../../items/item-actions.ts';
import { canUse } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { ImagesStore } from '../images-store.ts';
import { isRawShown } from '../middle.ts';
import { firstName } from '../tray/source-chain.ts';
import { BarButton } from './BarButton.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import styles from './ResultBar.module.css';
import { resultEntries, takeAsSource } from './result-menu.tsx';

type ResultActionsProps = {
  store: ImagesStore;
  item: EditItem;
  isExporting: boolean;
  onExporting: (isExporting: boolean) => void;
};

/** The actions of a result. */
export function ResultActions({ store, item, isExporting, onExporting }: ResultActionsProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const isRaw = useStore(store, ({ middle }) => isRawShown(middle, item.id));
  const { report, whenMade } = store.getState();
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const shown = shownPicture(item, missingFiles, isRaw);
  const isUsable = canUse(item, shown);
  const save = async () => {
    const name = firstName(store.getState());
    return isRaw ? saveCopy(commons, item, 'received', name) : saveBest(commons, await whenMade(item), name);
  };
  return (
    <div className={styles.actions}>
      <span className={styles.save}>
        <Button onClick={() => void save().then(report)}>{t('common.saveAs')}</Button>
        {isUsable && (
          <Popover
            label={t('images.export')}
            side="top"
            isOpen={isExporting}
            onOpenChange={onExporting}
            trigger={<IconButton label={t('images.export')} icon={<ChevronDown size={14} aria-hidden />} />}
          >
            <ExportPanel
              key={shown.mediaId}
              store={store}
              item={item}
              picture={shown}
              onDone={() => onExporting(false)}
            />
          </Popover>
        )}
      </span>
      {isUsable && (
        <BarButton
          icon={<ImageUp size={14} aria-hidden />}
          label={t('images.useAsSource')}
          onClick={() => void takeAsSource(commons, store, item, t)}
        />
      )}
      <Menu
        trigger={<IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} />}
        entries={resultEntries(commons, store, item, t, () => onExporting(true))}
      />
    </div>
  );
}

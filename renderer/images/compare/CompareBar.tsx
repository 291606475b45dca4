// How a result is compared: the mode, protected or raw picture, and *Adjust*.

import { Diff, Eye, SquareSplitHorizontal } from 'lucide-react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { faultOf } from '../../../shared/images/picture-states.ts';
import { useTranslation } from '../../services.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { ImagesStore } from '../images-store.ts';
import { comparedWithId, isRawShown } from '../middle.ts';
import { isElsewhere, storedOf } from '../results/protection.ts';
import { AdjustPopover } from './AdjustPopover.tsx';
import styles from './CompareBar.module.css';
import type { CompareMode } from './compare-geometry.ts';

type CompareBarProps = {
  store: ImagesStore;
  item: EditItem;
  mode: CompareMode;
  onMode: (mode: CompareMode) => void;
};

/** The controls of a comparison. */
export function CompareBar({ store, item, mode, onMode }: CompareBarProps) {
  const { t } = useTranslation();
  const isRaw = useStore(store, ({ middle }) => isRawShown(middle, item.id));
  const isPair = useStore(store, ({ middle }) => comparedWithId(middle) !== null);
  const { showRaw } = store.getState();
  const hasMask = item.request.mask !== null;
  const isIntact = item.protected !== null || faultOf(item.raw.state) === undefined;
  const isAdjustable = hasMask && isIntact && storedOf(item) !== null && !isElsewhere(item);
  return (
    <div role="toolbar" aria-label={t('images.compareTools')} className={styles.bar}>
      <Segmented
        label={t('images.compareMode')}
        value={mode}
        options={[
          { value: 'slider', label: t('images.compareSlider'), icon: <SquareSplitHorizontal size={14} aria-hidden /> },
          { value: 'hold', label: t('images.compareHold'), icon: <Eye size={14} aria-hidden /> },
          {
            value: 'difference',
            label: t('images.compareDifference'),
            icon: <Diff size={14} aria-hidden />,
            // A difference is that to the source.
            isDisabled: isPair,
          },
        ]}
        onChange={onMode}
      />
      {(hasMask || item.protected !== null) && !isPair && (
        <Segmented
          label={t('images.shownResult')}
          value={isRaw || item.protected === null ? 'raw' : 'protected'}
          options={[
            {
              value: 'protected',
              label: t(hasMask ? 'images.protected' : 'images.broughtBack'),
              isDisabled: item.protected === null,
            },
            { value: 'raw', label: t('images.raw') },
          ]}
          onChange={(next) => showRaw(next === 'raw')}
        />
      )}
      {isAdjustable && !isPair && <AdjustPopover store={store} item={item} />}
    </div>
  );
}

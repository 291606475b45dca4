// How a result is compared: the mode, protected or raw picture, and *Adjust*.

import { Diff, Eye, SquareSplitHorizontal, StretchVertical } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { EditItem } from '../../../shared/contract/library.ts';
import { faultOf } from '../../../shared/images/picture-states.ts';
import { useTranslation } from '../../services.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { ImagesStore } from '../images-store.ts';
import { comparedIds, isRawShown } from '../middle.ts';
import { isElsewhere, storedOf } from '../results/protection.ts';
import { AdjustPopover } from './AdjustPopover.tsx';
import styles from './CompareBar.module.css';
import type { CompareMode } from './compare-geometry.ts';

type CompareBarProps = {
  store: ImagesStore;
  item: EditItem;
  mode: CompareMode;
};

/** The controls of a comparison. */
export function CompareBar({ store, item, mode }: CompareBarProps) {
  const { t } = useTranslation();
  const isRaw = useStore(store, ({ middle }) => isRawShown(middle, item.id));
  const others = useStore(
    store,
    useShallow(({ middle, results }) => results.filter(({ id }) => id !== item.id && comparedIds(middle).includes(id))),
  );
  const { showRaw, setCompareMode } = store.getState();
  const hasMask = item.request.mask !== null;
  const isPair = others.length > 0;
  /** More than two are seen at once only side by side. */
  const areMany = others.length > 1;
  const all = [item, ...others];
  const hasVersions = all.some((one) => one.request.mask !== null || one.protected !== null);
  const hasMade = all.some((one) => one.protected !== null);
  const isIntact = item.protected !== null || faultOf(item.raw.state) === undefined;
  const isAdjustable = hasMask && isIntact && storedOf(item) !== null && !isElsewhere(item);
  return (
    <div role="toolbar" aria-label={t('images.compareTools')} className={styles.bar}>
      <Segmented
        label={t('images.compareMode')}
        value={mode}
        options={[
          {
            value: 'slider',
            label: t('images.compareSlider'),
            icon: <SquareSplitHorizontal size={14} aria-hidden />,
            isDisabled: areMany,
          },
          {
            value: 'hold',
            label: t('images.compareHold'),
            icon: <Eye size={14} aria-hidden />,
            isDisabled: areMany,
          },
          {
            value: 'difference',
            label: t('images.compareDifference'),
            icon: <Diff size={14} aria-hidden />,
            // A difference is that to the source.
            isDisabled: isPair,
          },
          { value: 'side', label: t('images.compareSide'), icon: <StretchVertical size={14} aria-hidden /> },
        ]}
        onChange={setCompareMode}
      />
      {hasVersions && (
        <Segmented
          label={t('images.shownResult')}
          value={isRaw || !hasMade ? 'raw' : 'protected'}
          options={[
            {
              value: 'protected',
              label: t(all.some(({ request }) => request.mask !== null) ? 'images.protected' : 'images.broughtBack'),
              isDisabled: !hasMade,
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

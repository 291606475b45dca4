// Whether the relay used the picture: the verdict, its reasons, and how the person can override it.

import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { isChangedReason } from '../../../shared/images/source-usage.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Explained } from '../../ui/Explained.tsx';
import type { ImagesStore } from '../images-store.ts';
import { BlockPicture } from './BlockPicture.tsx';
import {
  formatVerdict,
  formatVerdictReasons,
  isOtherShapeSaid,
  isVerdictSaid,
  type SourceUsageState,
  sourceUsageOf,
} from './result-quality-text.ts';
import { UsageNotice } from './UsageNotice.tsx';
import styles from './VerdictLine.module.css';

type VerdictProps = { store: ImagesStore; item: EditItem };

/** The verdict on a result; renders nothing if that is as wished, and is in the details of its measurements. */
export function VerdictLine({ store, item }: VerdictProps) {
  const { t } = useTranslation();
  const usage = useUsage(store, item);
  // With a mask, the progress of what is made of the result says it.
  if (!isVerdictSaid(usage) || isOtherShapeSaid(item) || (usage === 'checking' && item.request.mask !== null))
    return null;
  return (
    <div role="status" aria-label={t('images.use')} className={styles.verdict}>
      <Explained label={t('images.use')} summary={formatVerdict(usage, t)}>
        <VerdictDetails store={store} item={item} />
      </Explained>
    </div>
  );
}

/** The reasons for the verdict, and the ways to overrule it. */
export function VerdictDetails({ store, item }: VerdictProps) {
  const { t } = useTranslation();
  const usage = useUsage(store, item);
  return (
    <>
      {formatVerdictReasons(usage, t).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {typeof usage !== 'string' && usage.blocks !== undefined && <BlockPicture blocks={usage.blocks} />}
      {/* What has changed is one of the reasons above. */}
      {(typeof usage === 'string' || usage.overridden !== null || !isChangedReason(usage.reason)) && (
        <UsageNotice store={store} item={item} />
      )}
      <Answers store={store} id={item.id} usage={usage} />
    </>
  );
}

/** The verdict on a result, kept up to date. */
export function useUsage(store: ImagesStore, item: EditItem): SourceUsageState {
  return sourceUsageOf(
    item,
    useStore(store, (images) => images.undone.has(item.id)),
  );
}

/** The actions that confirm or override the verdict. */
function Answers({ store, id, usage }: { store: ImagesStore; id: string; usage: SourceUsageState }) {
  const { t } = useTranslation();
  const { overrideVerdict, workAgain } = store.getState();
  if (usage === 'failed') return <Button onClick={() => workAgain(id)}>{t('images.checkAgain')}</Button>;
  if (typeof usage === 'string') return null;
  const isOverridden = usage.overridden !== null;
  return (
    <div className={styles.answers}>
      {isOverridden && <Button onClick={() => void overrideVerdict(id, null)}>{t('images.backToEstimate')}</Button>}
      {!isOverridden && usage.verdict !== 'used' && (
        <Button onClick={() => void overrideVerdict(id, 'used')}>{t('images.itDid')}</Button>
      )}
      {!isOverridden && usage.verdict !== 'notUsed' && (
        <Button onClick={() => void overrideVerdict(id, 'notUsed')}>{t('images.itDidNot')}</Button>
      )}
    </div>
  );
}

// Whether the relay used the picture: the verdict, why, and a person's own word against it.

import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { useWords } from '../../app/services.ts';
import { Button } from '../../ui/Button.tsx';
import { Explained } from '../../ui/Explained.tsx';
import type { ImagesStore } from '../images-store.ts';
import { type SourceUsageState, sourceUsageOf, verdictReasons, verdictWords } from './trust-words.ts';
import styles from './VerdictLine.module.css';

type VerdictLineProps = { store: ImagesStore; item: EditItem };

/** The verdict on a result. */
export function VerdictLine({ store, item }: VerdictLineProps) {
  const { t } = useWords();
  const isUndone = useStore(store, (images) => images.undone.has(item.id));
  const use = sourceUsageOf(item, isUndone);
  return (
    <div role="status" aria-label={t('images.use')} className={styles.verdict}>
      <Explained label={t('images.use')} words={verdictWords(use, t)}>
        {verdictReasons(use, t).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <Answers store={store} id={item.id} use={use} />
      </Explained>
    </div>
  );
}

/** What a person can say to it. */
function Answers({ store, id, use }: { store: ImagesStore; id: string; use: SourceUsageState }) {
  const { t } = useWords();
  const { overrule, workAgain } = store.getState();
  if (use === 'failed') return <Button onClick={() => workAgain(id)}>{t('images.checkAgain')}</Button>;
  if (typeof use === 'string') return null;
  const isOverruled = use.overruled !== null;
  return (
    <div className={styles.answers}>
      {isOverruled && <Button onClick={() => void overrule(id, null)}>{t('images.backToEstimate')}</Button>}
      {!isOverruled && use.verdict !== 'used' && (
        <Button onClick={() => void overrule(id, 'used')}>{t('images.itDid')}</Button>
      )}
      {!isOverruled && use.verdict !== 'notUsed' && (
        <Button onClick={() => void overrule(id, 'notUsed')}>{t('images.itDidNot')}</Button>
      )}
    </div>
  );
}

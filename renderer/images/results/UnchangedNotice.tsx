// Says in full that a result changed nothing: what happened, what it may have cost, what to try next.

import { X } from 'lucide-react';
import { useState } from 'react';
import { PRACTICE_CONNECTION_ID } from '../../../shared/connection/connections.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { MaskStage } from '../mask/mask-stage.ts';
import { formatPercent } from '../mask/mask-text.ts';
import { focusInstruction } from '../request/InstructionField.tsx';
import { revisedPromptOf } from './ResultMeasures.tsx';
import styles from './UnchangedNotice.module.css';
import { changedRatioOf, type Unchanged, unchangedState } from './unchanged.ts';
import { usePaintThrough } from './use-paint-through.ts';

/** The notice in the middle of the canvas; renders nothing if the result changed something. A drag over it paints. */
export function UnchangedCard({ stage, item }: { stage: MaskStage; item: EditItem }) {
  const { t } = useTranslation();
  const paintThrough = usePaintThrough(stage);
  const [closedId, setClosedId] = useState<string | null>(null);
  if (unchangedState(item) === null || closedId === item.id) return null;
  return (
    <div className={styles.middle}>
      <div className={styles.card} {...paintThrough}>
        <UnchangedNotice item={item} />
        <IconButton
          size="small"
          label={t('common.close')}
          icon={<X size={14} aria-hidden />}
          className={styles.close}
          onClick={() => setClosedId(item.id)}
        />
      </div>
    </div>
  );
}

/** The notice; renders nothing if the result changed something. */
export function UnchangedNotice({ item }: { item: EditItem }) {
  const { t } = useTranslation();
  const state = unchangedState(item);
  if (state === null) return null;
  const isPractice = item.request.connectionId === PRACTICE_CONNECTION_ID;
  const revised = revisedPromptOf(item);
  return (
    <div role="note" aria-label={t(`images.unchanged.${state}`)} className={styles.notice}>
      <p className={styles.title}>{t(`images.unchanged.${state}`)}</p>
      <p>{whatHappened(item, state, t)}</p>
      {revised !== '' && <p>{t('images.revised', { text: revised })}</p>}
      <p>{t(isPractice ? 'images.unchanged.free' : 'images.unchanged.billed')}</p>
      <p>{t(isPractice ? 'images.unchanged.tryPractice' : 'images.unchanged.try')}</p>
      <div className={styles.actions}>
        <Button onClick={focusInstruction}>{t('images.changeInstruction')}</Button>
      </div>
    </div>
  );
}

function whatHappened(item: EditItem, state: Unchanged, t: Translate): string {
  const hasMask = item.request.mask !== null;
  if (state === 'nothing') return t(hasMask ? 'images.unchanged.sameInMask' : 'images.unchanged.same');
  const percent = formatPercent(changedRatioOf(item) ?? 0);
  return t(hasMask ? 'images.unchanged.littleInMask' : 'images.unchanged.little', { percent });
}

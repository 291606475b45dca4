// The quiet line above the picture: what became of several pictures that came at once, and what references change about
// the mask.

import { X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { MaskDelivery } from '../../../shared/images/mask-delivery.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ImagesStore } from '../images-store.ts';
import { answerForm } from '../request/edit-options.ts';
import { useFormFacts } from '../request/use-form.ts';
import styles from './NoticeBar.module.css';

/** The notices; renders nothing if there are none. */
export function NoticeBar({ store }: { store: ImagesStore }) {
  return (
    <>
      <ArrivalNotice store={store} />
      <MaskNotice store={store} />
    </>
  );
}

function ArrivalNotice({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const arrival = useStore(store, (images) => images.arrival);
  const { changeArrival, dismissArrival } = store.getState();
  if (arrival === null) return null;
  const { kind, others } = arrival;
  return (
    <p role="status" className={styles.notice}>
      <span>{t(`several.${kind}`, { count: others.length })}</span>
      <Button variant="link" onClick={() => void changeArrival()}>
        {t(`several.${kind}.change`)}
      </Button>
      <IconButton
        size="small"
        label={t('several.dismiss')}
        icon={<X size={12} aria-hidden />}
        onClick={dismissArrival}
      />
    </p>
  );
}

function MaskNotice({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const facts = useFormFacts(store);
  const [dismissed, setDismissed] = useState('');
  const now = deliveryText(answerForm(facts).mask);
  const alone = deliveryText(answerForm({ ...facts, pictureCount: 1, hasAddress: false }).mask);
  const change = `${alone} ${now}`;
  if (facts.pictureCount < 2 || now === null || alone === null || now === alone || dismissed === change) return null;
  return (
    <p role="status" className={styles.notice}>
      <span>{t('several.mask', { now: t(`several.delivery.${now}`), alone: t(`several.delivery.${alone}`) })}</span>
      <IconButton
        size="small"
        label={t('several.dismiss')}
        icon={<X size={12} aria-hidden />}
        onClick={() => setDismissed(change)}
      />
    </p>
  );
}

/** How a mask travels, in one word; null without a mask. */
function deliveryText(mask: MaskDelivery | null): 'file' | 'annotated' | 'region' | 'nothing' | null {
  if (mask === null) return null;
  if (mask.hasFile) return 'file';
  if (mask.hasAnnotatedImage) return 'annotated';
  return mask.hasRegion ? 'region' : 'nothing';
}

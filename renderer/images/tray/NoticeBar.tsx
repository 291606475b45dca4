// The quiet line above the picture: what became of several pictures that came at once, and what references change about
// the mask.

import { X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
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

/** What references cost a mask that would else be sent as a file, and the other way. */
function MaskNotice({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const facts = useFormFacts(store);
  const [isDismissed, setDismissed] = useState(false);
  const alone = answerForm({ ...facts, pictureCount: 1, hasAddress: false });
  const isWeaker = alone.mask?.hasFile === true && answerForm(facts).isMaskAppliedHere;
  if (facts.pictureCount < 2 || !isWeaker || isDismissed) return null;
  return (
    <p role="status" className={styles.notice}>
      <span>{t('several.mask')}</span>
      <Button variant="link" onClick={() => store.getState().change({ mask: 'file' })}>
        {t('several.mask.change')}
      </Button>
      <IconButton
        size="small"
        label={t('several.dismiss')}
        icon={<X size={12} aria-hidden />}
        onClick={() => setDismissed(true)}
      />
    </p>
  );
}

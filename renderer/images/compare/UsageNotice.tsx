// The notice above a comparison whose picture the relay did not use, with the one action that may help.

import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { otherForm } from '../../../shared/images/edit-fields.ts';
import { wireName } from '../../../shared/images/field-rules.ts';
import { isChangedReason } from '../../../shared/images/source-usage.ts';
import { usePressed } from '../../jobs/use-pressed.ts';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import { answerForm, choicesOf } from '../request/edit-options.ts';
import styles from './UsageNotice.module.css';

type UsageNoticeProps = { store: ImagesStore; item: EditItem };

/** The notice; renders nothing if the picture was used, or if that cannot be determined. */
export function UsageNotice({ store, item }: UsageNoticeProps) {
  const { t } = useTranslation();
  const endUserId = useSession((session) => activeConnection(session)?.dialect.endUserId ?? '');
  const isPressed = usePressed(useStore(store, (images) => images.isPreparing));
  const consequenceId = useId();
  const { used, request } = item;
  if (used?.verdict !== 'notUsed' && used?.verdict !== 'partly') return null;
  if (used.overridden === null && isChangedReason(used.reason)) {
    // The relay did get the picture: sent in another form, it would fare no better.
    return (
      <div role="note" className={styles.notice}>
        <p>{t(`images.useReason.${used.reason}`)}</p>
      </div>
    );
  }
  const form = otherForm(request.form);
  const { requests, isAddressSentAsFile, notSent } = answerForm({
    choices: { ...choicesOf(request, null), form },
    pictureCount: request.pictures.length,
    hasMask: request.mask !== null,
    hasAddress: request.pictures.some(({ kind }) => kind === 'address'),
    endUserId,
    // Irrelevant, because the form is set explicitly.
    picturesNotUsedBy: [],
  });
  const consequences = [
    ...(requests > 1 ? [t('images.requests', { count: requests })] : []),
    ...(isAddressSentAsFile ? [t('images.addressAsFile')] : []),
    ...(notSent.length > 0 ? [t('images.notSentShort', { fields: notSent.map(wireName).join(', ') })] : []),
  ];
  const isSure = used.verdict === 'notUsed';
  const text = used.overridden === null ? t(`images.notice.${used.verdict}`) : t('images.notice.saidNotUsed');
  return (
    <div role="note" className={styles.notice} data-sure={isSure ? '' : undefined}>
      {isSure && <TriangleAlert size={16} aria-hidden className={styles.icon} />}
      <p>{text}</p>
      <Button
        variant={isSure ? 'normal' : 'link'}
        isBusy={isPressed}
        aria-describedby={consequences.length === 0 ? undefined : consequenceId}
        onClick={() => void store.getState().editAgain(request, { form })}
      >
        {t('images.tryAnotherWay')}
      </Button>
      {consequences.length > 0 && (
        <p id={consequenceId} className={styles.consequence}>
          {consequences.join(t.separators.fact)}
        </p>
      )}
    </div>
  );
}

// The bar under the canvas: pictures, instruction and options of the next edit, *Edit image*, and what went wrong.

import { Info } from 'lucide-react';
import { useStore } from 'zustand';
import { isCancellable } from '../../../shared/app/job-states.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { otherForm } from '../../../shared/images/edit-fields.ts';
import { wireName } from '../../../shared/images/field-rules.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';
import { Consequence, MANY_REQUESTS } from '../../jobs/Consequence.tsx';
import { costText } from '../../jobs/cost-text.ts';
import { RunningLine } from '../../jobs/RunningLine.tsx';
import { RunningList } from '../../jobs/RunningList.tsx';
import { formatNotReady } from '../../jobs/readiness.ts';
import { usePressed } from '../../jobs/use-pressed.ts';
import { useCommons, useSession, useTranslation } from '../../services.ts';
import { ariaKey } from '../../shell/keys.ts';
import { activeConnection, isJobRunning } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { type Blocked, blockedReason, type ImagesStore, isEditJob } from '../images-store.ts';
import { DropZone, type Held } from '../tray/DropZone.tsx';
import { ReferenceNotes } from '../tray/ReferenceNotes.tsx';
import { Tray } from '../tray/Tray.tsx';
import { consequenceParts, formatMaskSent } from './consequence.ts';
import { EditAlerts } from './EditAlerts.tsx';
import { EditControls } from './EditControls.tsx';
import { InstructionField } from './InstructionField.tsx';
import styles from './PromptBar.module.css';
import { useForm } from './use-form.ts';
import { usePart } from './use-wire.ts';

const CONSEQUENCE_ID = 'edit-consequence';

const OF_SCREEN = [
  'picture',
  'adding',
  'cropping',
  'missing',
  'instruction',
  'gone',
  'size',
  'transparentJpeg',
] as const;
type OfScreen = (typeof OF_SCREEN)[number];

/**
 * The prompt bar. What went wrong stands above it, what is sent or how far it is beside *Edit image*. @param held
 * pictures that are held over the screen, and become references when they are dropped here
 */
export function PromptBar({ store, held }: { store: ImagesStore; held: Held | null }) {
  const { t } = useTranslation();
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const isAimed = held?.meaning === 'add';
  const isPreparing = useStore(store, (images) => images.isPreparing);
  const isPressed = usePressed(isPreparing);
  const isMac = useSession((session) => session.platform === 'darwin');
  const isBlocked = useBlocked(store) !== null;
  const running = useRunning();
  return (
    <section className={styles.bar} aria-label={t('images.settings')} data-drop="add">
      <div className={styles.notes}>
        <EditAlerts store={store} />
        <MaskMissed store={store} />
        {!isPreparing && running.length > 1 && (
          <RunningList label={t('images.progress')} listLabel={t('images.running')} jobs={running} />
        )}
      </div>
      <div className={styles.card} data-dropping={isAimed ? '' : undefined}>
        <div className={styles.request}>
          <Tray store={store} />
          <InstructionField store={store} />
        </div>
        <div className={styles.controls}>
          <EditControls store={store} />
          <div className={styles.state}>
            <EditState store={store} />
          </div>
          <Button
            variant="primary"
            className={styles.edit}
            disabled={isBlocked}
            isBusy={isPressed}
            aria-describedby={CONSEQUENCE_ID}
            aria-keyshortcuts={ariaKey('Mod+Enter', isMac)}
            onClick={() => void store.getState().edit()}
          >
            {t('images.edit')}
          </Button>
        </div>
        {hasPicture && held !== null && (
          <DropZone text={t('images.dropAdds', { count: held.count })} isAimed={isAimed} />
        )}
      </div>
    </section>
  );
}

function useBlocked(store: ImagesStore): Blocked | null {
  const { session } = useCommons();
  // Only another reason draws the bar again, not every change of either store.
  useSession((now) => blockedReason(now, store.getState()));
  return useStore(store, (images) => blockedReason(session.getState(), images));
}

function useRunning() {
  const jobs = useSession((session) => session.jobs);
  return jobs.filter(isEditJob).filter(isJobRunning);
}

/** How far the edit is; while none runs, what the next one sends, or why there can be none. */
function EditState({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const isPreparing = useStore(store, (images) => images.isPreparing);
  const repeatedIds = useStore(store, (images) => images.repeatedJobIds);
  const blocked = useBlocked(store);
  const running = useRunning();
  const [only] = running.length === 1 ? running : [];
  return (
    <>
      {isPreparing && (
        <div className={styles.preparing}>
          <ProgressBar label={t('images.progress')} valueText={t('images.preparing')} />
          <Consequence>{t('images.preparing')}</Consequence>
        </div>
      )}
      {!isPreparing && only !== undefined && (
        <RunningLine
          key={only.id}
          label={t('images.progress')}
          job={only}
          others={0}
          onCancel={isCancellable(only) ? store.getState().cancelNewest : null}
        />
      )}
      {running.some(({ id }) => repeatedIds.includes(id)) && (
        <Consequence role="status">{t('images.alreadyRunning')}</Consequence>
      )}
      {!isPreparing && running.length === 0 && (
        <Consequence id={CONSEQUENCE_ID}>
          {blocked === null ? <SentParts store={store} /> : <BlockedText reason={blocked} />}
        </Consequence>
      )}
    </>
  );
}

/** Asks whether an edit is meant to have no mask, as the edit before had one. */
function MaskMissed({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const isMissed = useStore(store, (images) => images.isMaskMissed);
  const { editWhole, declineWhole } = store.getState();
  if (!isMissed) return null;
  return (
    <div role="alert" className={styles.question}>
      <p>{t('images.maskMissed')}</p>
      <Button onClick={() => void editWhole()}>{t('images.editWhole')}</Button>
      <Button variant="plain" onClick={declineWhole}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function BlockedText({ reason }: { reason: Blocked }) {
  const { t } = useTranslation();
  const name = useSession((session) => activeConnection(session)?.name ?? '');
  return isOfScreen(reason) ? t(`images.blocked.${reason}`) : formatNotReady(reason, name, t);
}

function isOfScreen(reason: Blocked): reason is OfScreen {
  return OF_SCREEN.some((one) => one === reason);
}

/** What the button will send: requests, pictures, mask; and what the form cannot carry. */
function SentParts({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const answer = useForm(store);
  const part = usePart(store);
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  const recommended = dialect?.recommendedPictures ?? Number.POSITIVE_INFINITY;
  const requests = t('images.requests', { count: answer.requests });
  const made = useStore(store, (images) => images.choices.variations);
  const prices = useSession((session) => activeConnection(session)?.prices);
  const cost = costText({ characters: 0, pictures: made }, prices, t);
  return (
    <>
      <p>
        {answer.requests >= MANY_REQUESTS ? <strong>{requests}</strong> : requests}
        {made > 1 && t.separators.list + t('images.pictures', { count: made })}
        {[...consequenceParts(answer, part !== null, t), ...cost].map((one) => t.separators.fact + one)}
        <MaskMark sent={formatMaskSent(answer, t)} />
      </p>
      {answer.sentPictures > recommended && (
        <p className={styles.warning}>{t('images.manyPictures', { count: answer.sentPictures, limit: recommended })}</p>
      )}
      {answer.reason === 'pictureNotUsed' && (
        <p>
          {t('images.otherWayTried')}{' '}
          <Button variant="link" onClick={() => store.getState().change({ form: otherForm(answer.form) })}>
            {t('images.asBefore')}
          </Button>
        </p>
      )}
      <ReferenceNotes store={store} />
      {answer.isAddressSentAsFile && <p>{t('images.addressAsFile')}</p>}
      {answer.notSent.length > 0 && <p>{t('images.notSentShort', { fields: formatNotSent(answer, t) })}</p>}
    </>
  );
}

/** Marks that the mask is not sent as a file. @param sent what is sent instead; empty for no mark */
function MaskMark({ sent }: { sent: string }) {
  if (sent === '') return null;
  return (
    <Tooltip
      text={sent}
      element={
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus shows its tooltip.
        <span role="img" aria-label={sent} tabIndex={0} className={styles.mark}>
          <Info size={14} aria-hidden />
        </span>
      }
    />
  );
}

/** Formats the options that are not sent, by their wire names, which are not translated. */
function formatNotSent(answer: FormAnswer, t: Translate): string {
  return answer.notSent.map(wireName).join(t.separators.list);
}

// The foot of the gallery: the voices of the shortlist, the line that they say, *Compare*, and its cost or progress.

import { X } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { isSpeechInputValid } from '../../../shared/speech/limits.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { characterCount } from '../../../shared/text/utf8.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { Consequence } from '../../jobs/Consequence.tsx';
import { costText } from '../../jobs/cost-text.ts';
import { formatNotReady, notReady } from '../../jobs/readiness.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { faceProps, useRows } from '../../lists/use-rows.ts';
import { useSession, useTranslation } from '../../services.ts';
import { ariaKey } from '../../shell/keys.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { candidateState, MAX_VOICES } from '../audition-candidates.ts';
import type { AuditionStore } from '../audition-store.ts';
import { voiceShortName } from '../voice-options.ts';
import styles from './Shortlist.module.css';
import { VoiceDisc } from './VoiceDisc.tsx';

/** The maximum length of the line in characters: an audition is for a sentence, not for a chapter. */
const MAX_LINE = 2000;

/** The tray. */
export function Shortlist({ store }: { store: AuditionStore }) {
  const { t } = useTranslation();
  const text = useStore(store, (audition) => audition.text);
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const voices = useStore(store, (audition) => audition.voices);
  const isComparing = useStore(store, (audition) => audition.isComparing);
  const requestCount = useStore(store, (audition) => audition.requestCount);
  const candidates = useStore(store, (audition) => audition.candidates);
  const isHidden = useStore(store, (audition) => audition.isFailureHidden);
  const isMac = useSession((session) => session.platform === 'darwin');
  const blocked = useSession(notReady);
  const jobs = useSession((session) => session.jobs);
  const states = candidates.map((candidate) => candidateState(candidate, jobs));
  const running = states.filter(({ state }) => state === 'running').length;
  const failed = states.find((one) => one.state === 'failed' && one.error !== null);
  const problem = failed?.state === 'failed' ? failed.error : null;
  const { run, dismissFailures, setText, setBlind } = store.getState();
  return (
    <section className={styles.tray} aria-label={t('gallery.shortlistTitle')}>
      {problem !== null && !isHidden && <ErrorAlert error={problem} isPlain onDismiss={dismissFailures} />}
      <Chosen store={store} />
      <div className={styles.row}>
        <TextField
          label={t('audition.line')}
          className={styles.text}
          value={text}
          maxLength={MAX_LINE}
          placeholder={t('audition.linePlaceholder')}
          onChange={setText}
        />
        <Switch label={t('audition.blind')} isOn={isBlind} onChange={setBlind} />
        <div className={styles.run}>
          <Button
            variant={isComparing && requestCount === 0 ? 'quiet' : 'primary'}
            disabled={blocked !== null || voices.length === 0 || !isSpeechInputValid(text) || running > 0}
            aria-describedby="audition-consequence"
            aria-keyshortcuts={ariaKey('Mod+Enter', isMac)}
            onClick={() => void run()}
          >
            {t('audition.run')}
          </Button>
        </div>
      </div>
      <Cost store={store} running={running} />
    </section>
  );
}

/** The voices; pressing one takes it out. */
function Chosen({ store }: { store: AuditionStore }) {
  const { t } = useTranslation();
  const voices = useStore(store, (audition) => audition.voices);
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(voices);
  const { toggleVoice, clearVoices } = store.getState();
  const remove = (index: number): void => {
    const voice = voices[index];
    if (voice !== undefined) toggleVoice(voice);
  };
  const { listProps } = useRows(list, { count: voices.length, ...current, layout: { kind: 'line' }, remove });
  return (
    <div className={styles.chosen}>
      {voices.length === 0 && <p>{t('gallery.shortlistEmpty')}</p>}
      <ul ref={list} className={styles.voices} aria-label={t('gallery.shortlistTitle')} {...listProps}>
        {voices.map((voice, index) => {
          const name = voiceShortName(voice, t);
          return (
            <li key={voice} data-row={index}>
              <button
                type="button"
                className={styles.voice}
                {...faceProps(index === current.currentIndex)}
                aria-label={t('gallery.removeVoice', { voice: name })}
                onClick={() => remove(index)}
              >
                <VoiceDisc voice={voice} name={name} isSmall />
                {name}
                <X size={12} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
      {voices.length > 0 && (
        <>
          <span>{t('audition.chosen', { count: voices.length, limit: MAX_VOICES })}</span>
          <Button variant="link" onClick={clearVoices}>
            {t('audition.chooseNone')}
          </Button>
        </>
      )}
    </div>
  );
}

/** What *Compare* will send, why it cannot, or how far it is. */
function Cost({ store, running }: { store: AuditionStore; running: number }) {
  const { t, locale } = useTranslation();
  const text = useStore(store, (audition) => audition.text);
  const voices = useStore(store, (audition) => audition.voices);
  const requestCount = useStore(store, (audition) => audition.requestCount);
  const total = useStore(store, (audition) => audition.candidates.length);
  const blocked = useSession(notReady);
  const connectionName = useSession((session) => activeConnection(session)?.name ?? '');
  const prices = useSession((session) => activeConnection(session)?.prices);
  const requests = requestCount ?? voices.length;
  const made = voices.length - requests;
  const formatCost = (): string => {
    if (requests === 0) return t('audition.allMade');
    const cost = t('audition.cost', {
      count: requests,
      length: t('speech.characters', { count: requests * characterCount(text) }),
    });
    const price = costText({ characters: requests * characterCount(text), pictures: 0 }, prices, t);
    const there = made === 0 ? [] : [t('audition.made', { count: formatCount(made, locale) })];
    return [cost, ...price, ...there].join(t.separators.fact);
  };
  if (running > 0)
    return (
      <div className={styles.running}>
        <ProgressBar label={t('audition.progress')} valueText={t('audition.running')} />
        <p>
          {t('audition.done', { done: formatCount(total - running, locale), count: formatCount(total, locale) })}
          <Button variant="plain" onClick={store.getState().cancel}>
            {t('common.cancel')}
          </Button>
        </p>
      </div>
    );
  return (
    <Consequence id="audition-consequence" requests={blocked === null ? requests : 0}>
      {blocked !== null && formatNotReady(blocked, connectionName, t)}
      {blocked === null && !isSpeechInputValid(text) && t('speech.blocked.text')}
      {blocked === null && isSpeechInputValid(text) && voices.length === 0 && t('audition.chooseVoices')}
      {blocked === null && isSpeechInputValid(text) && voices.length > 0 && formatCost()}
    </Consequence>
  );
}

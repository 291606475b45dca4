// The player bar: one for the whole window, 76 px high on Speech and a strip elsewhere.

import { Pause, Play, Repeat1, SkipBack, SkipForward, Volume2 } from 'lucide-react';
import type { Translate } from '../../shared/i18n/index.ts';
import { type AudioKind, KIND_FACTS } from '../../shared/speech/formats.ts';
import { useMissing } from '../items/MissingFile.tsx';
import { useCommand, useCommons, usePlayer, useTranslation } from '../services.ts';
import { ariaKey } from '../shell/keys.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Select } from '../ui/Select.tsx';
import { Slider } from '../ui/Slider.tsx';
import styles from './PlayerBar.module.css';
import { isSounding, RATES, titleOf } from './player-store.ts';
import { Waveform } from './Waveform.tsx';

/** The player region. */
export function PlayerBar({ isCompact }: { isCompact: boolean }) {
  const { player } = useCommons();
  const { t } = useTranslation();
  const title = usePlayer(titleOf);
  const isPlaying = usePlayer(isSounding);
  const hasGuest = usePlayer((state) => state.guest !== null);
  const hasScript = usePlayer((state) => state.guest?.script !== undefined);
  const hasRate = usePlayer((state) => state.guest === null || state.guest.hasRate === true);
  const guestNote = usePlayer((state) => state.guest?.note);
  const hasFailed = usePlayer((state) => state.guest === null && state.hasFailed);
  const isOutputLost = usePlayer((state) => state.guest === null && state.isOutputLost);
  const isWaiting = usePlayer((state) => (state.guest === null ? state.isWaiting : state.guest.isWaiting === true));
  const takeId = usePlayer((state) => state.item?.mediaId);
  const kind = usePlayer((state) => state.item?.audio.format);
  // Looked at again when playing has failed: the file may have gone while the app ran.
  const files = useMissing(takeId !== undefined && hasFailed ? [takeId] : []);
  const file = takeId === undefined ? undefined : files.get(takeId);
  const rate = usePlayer((state) => state.rate);
  const volume = usePlayer((state) => state.volume);
  const { toggle, setRate, setVolume } = player.getState();
  return (
    <section
      className={styles.player}
      data-compact={isCompact ? '' : undefined}
      aria-label={t('player.region')}
      aria-busy={isWaiting}
    >
      <IconButton
        size={isCompact ? 'normal' : 'large'}
        label={t(isPlaying ? 'player.pause' : 'player.play')}
        icon={
          isPlaying ? (
            <Pause size={isCompact ? 16 : 18} aria-hidden />
          ) : (
            <Play size={isCompact ? 16 : 18} aria-hidden className={styles.play} />
          )
        }
        disabled={title === undefined || hasFailed}
        aria-keyshortcuts={ariaKey('Space', false)}
        onClick={toggle}
      />
      {hasScript && <LineButtons isCompact={isCompact} />}
      {(isCompact || hasGuest) && title !== undefined && (
        <div className={styles.title}>
          <span>{title}</span>
          {hasScript && (
            <span role="status" className={styles.guestNote}>
              {guestNote}
            </span>
          )}
        </div>
      )}
      {hasFailed || isOutputLost ? (
        <p role="status" className={styles.note}>
          {hasFailed ? failureText(t, kind, file?.state) : t('player.outputLost')}
        </p>
      ) : (
        <Waveform isCompact={isCompact} />
      )}
      <div className={styles.rate}>
        {!isCompact && <span aria-hidden>{t('player.playback')}</span>}
        <div className={styles.select}>
          <Select
            layout="bare"
            label={t('player.playback')}
            value={String(hasRate ? rate : 1)}
            isDisabled={!hasRate}
            options={RATES.map((value) => ({ value: String(value), label: `${value}×` }))}
            onChange={(value) => setRate(Number(value))}
          />
        </div>
      </div>
      <div className={styles.volume}>
        <Volume2 size={16} aria-hidden />
        <Slider
          label={t('player.volume')}
          aria-valuetext={`${Math.round(volume * 100)} %`}
          value={volume}
          min={0}
          max={1}
          step={0.01}
          onChange={setVolume}
        />
      </div>
    </section>
  );
}

/** Moves by lines of the script that is played, and repeats one. */
function LineButtons({ isCompact }: { isCompact: boolean }) {
  const { player } = useCommons();
  const { t } = useTranslation();
  const isLooping = usePlayer((state) => state.guest?.script?.isLooping === true);
  const script = () => player.getState().guest?.script;
  const step = (by: 1 | -1): void => script()?.step(by);
  const setLooping = (next: boolean): void => script()?.setLooping(next);
  useCommand('player.previousLine', () => step(-1));
  useCommand('player.nextLine', () => step(1));
  useCommand('player.loopLine', () => setLooping(!isLooping));
  return (
    <div className={styles.lines}>
      <IconButton
        size="small"
        label={t('player.previousLine')}
        icon={<SkipBack size={16} aria-hidden />}
        aria-keyshortcuts={ariaKey('Shift+J', false)}
        onClick={() => step(-1)}
      />
      <IconButton
        size="small"
        label={t('player.nextLine')}
        icon={<SkipForward size={16} aria-hidden />}
        aria-keyshortcuts={ariaKey('Shift+L', false)}
        onClick={() => step(1)}
      />
      {!isCompact && !isLooping && (
        <IconButton
          size="small"
          label={t('player.loopLine')}
          icon={<Repeat1 size={16} aria-hidden />}
          onClick={() => setLooping(true)}
        />
      )}
    </div>
  );
}

/** Why the loaded take cannot be played, and what can be done with it. */
function failureText(t: Translate, kind: AudioKind | undefined, state: 'missing' | 'changed' | undefined): string {
  if (state !== undefined) return t(`player.${state}`);
  return kind === undefined ? t('player.failed') : t('player.undecodable', { kind: KIND_FACTS[kind].name });
}

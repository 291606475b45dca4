// One role of the cast: colour, name, voice, speed, and less common options.

import { AudioLines, RotateCcw, Trash2, UserX } from 'lucide-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import type { SpeechExtras } from '../../../shared/contract/speech.ts';
import { SPEED } from '../../../shared/speech/limits.ts';
import { extrasForVoice } from '../../../shared/speech/voices.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { useNear } from '../../ui/use-near.ts';
import type { AuditionStore } from '../audition-store.ts';
import { ExtrasFields, extrasSummary } from '../ExtrasFields.tsx';
import type { RoleChange } from '../script/role-change.ts';
import type { ScriptStore } from '../script/script-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import { VoicePicker } from '../VoicePicker.tsx';
import { voiceShortName } from '../voice-options.ts';
import type { VoiceSamplesStore } from '../voice-samples.ts';
import styles from './Cast.module.css';
import { type CastRow, hasOwnSettings } from './cast-changes.ts';
import { changeRole, decideNames, removeRole, resetRole } from './cast-steps.ts';
import { RoleColour } from './RoleColour.tsx';

/** Longest line of an audition, in UTF-16 units. */
const MAX_AUDITION = 2000;
const NO_EXTRAS: SpeechExtras = {};

type CastRoleRowProps = {
  row: CastRow;
  /** Its controls are there from the first render on. */
  isAtOnce: boolean;
  script: ScriptStore;
  speech: SpeechStore;
  samples: VoiceSamplesStore;
  audition: AuditionStore;
  /** Voices that the relay refuses. */
  refused: readonly string[];
};

/** The row of a role. */
export const CastRoleRow = memo(
  function CastRoleRow({ row, isAtOnce, script, speech, samples, audition, refused }: CastRoleRowProps) {
    const { history } = useCommons();
    const { t } = useTranslation();
    const [item, isNear] = useNear<HTMLLIElement>(isAtOnce);
    const { name, lineCount, longestLine, own } = row;
    const isInText = lineCount > 0;
    /** The role as part of other names. */
    const role = name === '' ? t('cast.theNarrator') : name;
    const parts = { script, history };
    const change = (next: RoleChange): void => changeRole(parts, name, next);
    const open = (): void => {
      const line = script.getState().lines[longestLine ?? -1];
      if (line === undefined) return;
      const { speed, extras, sent } = line.sent;
      const use = (voice: string): void => setVoice(voice);
      audition.getState().open(sent.text.slice(0, MAX_AUDITION), {
        name: name === '' ? t('cast.narrator') : name,
        voice: line.sent.voice,
        speed,
        extras,
        use,
      });
    };
    const setVoice = (voice: string | null): void =>
      change({ voice, ...(own && { extras: extrasForVoice(own.extras, voice) }) });
    return (
      <li ref={item} className={styles.row} data-made={isNear ? '' : undefined}>
        <div className={styles.head}>
          <RoleColour role={role} colour={row.colour} isNear={isNear} onChange={(colour) => change({ colour })} />
          <span className={styles.role}>
            <bdi className={styles.name}>{name === '' ? t('cast.narrator') : name}</bdi>
            {isInText && <span className={styles.count}>{t('speech.lines', { count: lineCount })}</span>}
          </span>
          {isNear && hasOwnSettings(own) && isInText && (
            <IconButton
              size="small"
              label={t('cast.reset', { role })}
              icon={<RotateCcw size={14} aria-hidden />}
              onClick={() => resetRole(parts, name)}
            />
          )}
          {isNear && longestLine !== undefined && (
            <IconButton
              size="small"
              label={t('cast.audition', { role })}
              icon={<AudioLines size={14} aria-hidden />}
              onClick={open}
            />
          )}
          {isNear && isInText && name !== '' && (
            <IconButton
              size="small"
              label={t('cast.notARole', { role })}
              icon={<UserX size={14} aria-hidden />}
              onClick={() => decideNames(parts, [name], true)}
            />
          )}
          {isNear && !isInText && (
            <IconButton
              size="small"
              label={t('cast.remove', { role })}
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => removeRole(parts, name)}
            />
          )}
        </div>
        {isNear && (
          <RoleSettings
            role={role}
            row={row}
            script={script}
            speech={speech}
            samples={samples}
            refused={refused}
            onVoice={setVoice}
            onChange={change}
          />
        )}
      </li>
    );
  },
  (before, after) =>
    before.refused === after.refused &&
    before.script === after.script &&
    before.row.colour === after.row.colour &&
    before.row.name === after.row.name &&
    before.row.lineCount === after.row.lineCount &&
    before.row.longestLine === after.row.longestLine &&
    before.row.own === after.row.own,
);

type RoleSettingsProps = Pick<CastRoleRowProps, 'row' | 'script' | 'speech' | 'samples' | 'refused'> & {
  /** The role as part of other names. */
  role: string;
  onVoice: (voice: string | null) => void;
  onChange: (change: RoleChange) => void;
};

/** Voice, speed, and the fields of *More options*. */
function RoleSettings({ role, row, script, speech, samples, refused, onVoice, onChange }: RoleSettingsProps) {
  const { t } = useTranslation();
  const base = useStore(script, (state) => state.base);
  const { own, longestLine } = row;
  const language = useStore(script, ({ lines }) => lines[longestLine ?? -1]?.sent.language);
  const extras = own?.extras ?? NO_EXTRAS;
  const voice = own?.voice === undefined ? base.voice : own.voice;
  const shortName = (key: string | null): string => voiceShortName(key, t);
  const isRefused = voice !== null && refused.includes(voice);
  const nameOf = (what: string): string => t('cast.of', { what, role });
  return (
    <>
      <div className={styles.voice}>
        <VoicePicker
          label={nameOf(t('speech.voice'))}
          openLabel={t('cast.showVoices', { role })}
          layout="bare"
          voice={own?.voice}
          inherited={{
            voice: base.voice,
            label: t('cast.asScreen', { what: shortName(base.voice) }),
            hint: t('cast.asScreenHint'),
            onChoose: () => onChange({ voice: undefined }),
          }}
          problem={isRefused ? t('cast.refused', { voice: shortName(voice) }) : undefined}
          language={language}
          speech={speech}
          samples={samples}
          onChange={onVoice}
        />
        <NumberField
          label={nameOf(t('speech.speed'))}
          className={styles.speed}
          value={own?.speed ?? null}
          min={SPEED.min}
          max={SPEED.max}
          step={SPEED.step}
          decimals={2}
          start={base.speed}
          placeholder={base.speed.toFixed(2)}
          onChange={(speed) => onChange({ speed: speed ?? undefined })}
        />
      </div>
      <Disclosure
        label={t('common.moreOptions')}
        name={nameOf(t('common.moreOptions'))}
        summary={extrasSummary(extras, t)}
        resetLabel={t('common.reset')}
        onReset={() => onChange({ extras: {} })}
      >
        <ExtrasFields
          extras={extras}
          inherited={extrasForVoice(base.extras, voice, own?.voice === undefined)}
          asInherited={(what) => t('cast.asScreen', { what })}
          voice={voice}
          nameOf={nameOf}
          onChange={(next) => onChange({ extras: next })}
        />
      </Disclosure>
    </>
  );
}

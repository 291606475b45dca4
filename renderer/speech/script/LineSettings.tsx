// What is set for the line in which the cursor is, where it differs from its role: voice, speed, less common options.

import { useStore } from 'zustand';
import { roleKey } from '../../../shared/script/roles.ts';
import { SPEED } from '../../../shared/speech/limits.ts';
import { extrasForVoice } from '../../../shared/speech/voices.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { ExtrasFields, extrasSummary } from '../ExtrasFields.tsx';
import type { SpeechStore } from '../speech-store.ts';
import { VoicePicker } from '../VoicePicker.tsx';
import { voiceShortName } from '../voice-options.ts';
import type { VoiceSamplesStore } from '../voice-samples.ts';
import type { LineChange, ScriptLineView } from './script-lines.ts';
import { changeLine } from './script-steps.ts';
import type { ScriptStore } from './script-store.ts';
import { useCurrentLine } from './use-line-takes.ts';

type LineSettingsProps = { script: ScriptStore; speech: SpeechStore; samples: VoiceSamplesStore };

/** The group of the current line; nothing in a text of one line. */
export function LineSettings({ script, speech, samples }: LineSettingsProps) {
  const line = useCurrentLine(script);
  if (line === null) return null;
  return <Settings key={line.id} line={line} script={script} speech={speech} samples={samples} />;
}

function Settings({ line, script, speech, samples }: LineSettingsProps & { line: ScriptLineView }) {
  const { history } = useCommons();
  const { t } = useTranslation();
  const base = useStore(script, (open) => open.base);
  const cast = useStore(script, (open) => open.cast);
  const { id, record, sent } = line;
  const role = cast.find(({ name }) => roleKey(name) === roleKey(sent.role));
  const inherited = {
    voice: role?.voice === undefined ? base.voice : role.voice,
    speed: role?.speed ?? base.speed,
    extras: { ...base.extras, ...role?.extras },
  };
  const number = String(sent.line.index + 1);
  const nameOf = (what: string): string => t('lineSettings.of', { what, number });
  const shortName = (key: string | null): string => voiceShortName(key, t);
  const change = (next: LineChange): void => changeLine({ script, history }, id, next);
  const extras = record?.extras ?? {};
  const own = [
    ...(record?.voice === undefined ? [] : [shortName(record.voice)]),
    ...(record?.speed === undefined ? [] : [record.speed.toFixed(2)]),
    ...(Object.keys(extras).length === 0 ? [] : [extrasSummary(extras, t)]),
  ];
  const title =
    sent.role === '' ? t('lineTakes.ofLine', { number }) : t('lineSettings.title', { number, role: sent.role });
  return (
    <Disclosure
      label={title}
      summary={own.join(t.separators.fact)}
      resetLabel={t('common.reset')}
      onReset={() => change({ voice: undefined, speed: undefined, extras: undefined })}
    >
      <p className={field.hint}>{t('lineSettings.hint')}</p>
      <div className={field.row}>
        <span aria-hidden className={field.label}>
          {t('speech.voice')}
        </span>
        <VoicePicker
          label={nameOf(t('speech.voice'))}
          openLabel={nameOf(t('speech.voiceOpen'))}
          layout="bare"
          voice={record?.voice}
          inherited={{
            voice: inherited.voice,
            label: t('lineSettings.asRole', { what: shortName(inherited.voice) }),
            hint: t('lineSettings.asRoleHint'),
            onChoose: () => change({ voice: undefined }),
          }}
          language={sent.language}
          speech={speech}
          samples={samples}
          onChange={(voice) => change({ voice, ...(record?.extras && { extras: extrasForVoice(extras, voice) }) })}
        />
      </div>
      <div className={field.row}>
        <span aria-hidden className={field.label}>
          {t('speech.speed')}
        </span>
        <NumberField
          label={nameOf(t('speech.speed'))}
          value={record?.speed ?? null}
          min={SPEED.min}
          max={SPEED.max}
          step={SPEED.step}
          decimals={2}
          start={inherited.speed}
          placeholder={inherited.speed.toFixed(2)}
          onChange={(speed) => change({ speed: speed ?? undefined })}
        />
      </div>
      <ExtrasFields
        extras={extras}
        inherited={extrasForVoice(inherited.extras, sent.voice, record?.voice === undefined)}
        asInherited={(what) => t('lineSettings.asRole', { what })}
        voice={sent.voice}
        nameOf={nameOf}
        onChange={(next) => change({ extras: Object.keys(next).length === 0 ? undefined : next })}
      />
    </Disclosure>
  );
}

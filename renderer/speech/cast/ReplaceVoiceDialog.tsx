// Replaces a voice by another in the whole script; says before how many lines that changes.

import { useState } from 'react';
import { useStore } from 'zustand';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/Select.tsx';
import { announceStep } from '../../work/offer-undo.ts';
import type { ScriptStore } from '../script/script-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import { VoicePicker } from '../VoicePicker.tsx';
import { voiceShortName } from '../voice-options.ts';
import type { VoiceSamplesStore } from '../voice-samples.ts';
import styles from './Cast.module.css';
import { usedVoices } from './cast-changes.ts';
import { replaceEverywhere } from './cast-steps.ts';

type ReplaceVoiceProps = {
  script: ScriptStore;
  speech: SpeechStore;
  samples: VoiceSamplesStore;
  onClose: () => void;
};

/** The dialog. */
export function ReplaceVoiceDialog({ isOpen, ...props }: ReplaceVoiceProps & { isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} title={t('replaceVoice.title')} closeLabel={t('common.close')} onClose={props.onClose}>
      <ReplaceVoiceForm {...props} />
    </Dialog>
  );
}

function ReplaceVoiceForm({ script, speech, samples, onClose }: ReplaceVoiceProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const lines = useStore(script, (state) => state.lines);
  const used = usedVoices(lines);
  const [from, setFrom] = useState(used[0]?.voice ?? null);
  const [to, setTo] = useState(from);
  const lineCount = used.find(({ voice }) => voice === from)?.lineCount ?? 0;
  const run = (): void => {
    const parts = { script, history: commons.history };
    const step = replaceEverywhere(parts, from, to);
    announceStep(commons, 'speech', t('replaceVoice.done', { count: lineCount }), step);
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== to) run();
      }}
    >
      <Select
        label={t('replaceVoice.from')}
        value={optionValue(from)}
        options={used.map(({ voice, lineCount: count }) => ({
          value: optionValue(voice),
          label: voiceShortName(voice, t),
          hint: t('speech.lines', { count }),
        }))}
        onChange={(value) => setFrom(used.find(({ voice }) => optionValue(voice) === value)?.voice ?? null)}
      />
      <VoicePicker
        label={t('replaceVoice.to')}
        openLabel={t('replaceVoice.showVoices')}
        voice={to}
        speech={speech}
        samples={samples}
        onChange={setTo}
      />
      <div className={styles.end}>
        <p className={field.hint}>
          {from === to ? t('replaceVoice.same') : t('replaceVoice.effect', { count: lineCount })}
        </p>
        <Button type="submit" disabled={from === to}>
          {t('replaceVoice.run')}
        </Button>
      </div>
    </form>
  );
}

/** The value of a voice in the list; a key is never empty. */
function optionValue(voice: string | null): string {
  return voice ?? '';
}

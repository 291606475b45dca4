// How a selected word is said: typed, heard, and kept for the script or everywhere.

import { Play } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { MAX_SCRIPT_NAME } from '../../../shared/script/script-size.ts';
import { isSpeechInputValid } from '../../../shared/speech/limits.ts';
import { characterCount } from '../../../shared/text/utf8.ts';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ScriptStore } from '../script/script-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import { type PronunciationStore, type RuleGroup, ruleFor } from './pronunciation-store.ts';
import styles from './SayAs.module.css';

/** A word in the text, its line, and where it ends in the window. */
export type SelectedWord = { lineId: string; text: string; place: DOMRect };

type SayAsProps = {
  script: ScriptStore;
  speech: SpeechStore;
  pronunciation: PronunciationStore;
  /** Null while the panel is closed. */
  word: SelectedWord | null;
  onClose: () => void;
};

/** The panel at the word. */
export function SayAsPanel(props: SayAsProps) {
  const { word, onClose } = props;
  const { t } = useTranslation();
  return (
    <Popover
      label={t('sayAs.title', { word: word?.text ?? '' })}
      side="bottom"
      isOpen={word !== null}
      at={word?.place ?? null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {word !== null && <Fields key={`${word.lineId} ${word.text}`} {...props} word={word} />}
    </Popover>
  );
}

function Fields({ script, speech, pronunciation, word, onClose }: SayAsProps & { word: SelectedWord }) {
  const { t } = useTranslation();
  const connection = useSession(activeConnection);
  const everywhere = useSession((session) => session.settings.lexicon);
  const own = useStore(script, (open) => ruleFor(open.lexicon, word.text));
  const known = own ?? ruleFor(everywhere, word.text);
  const [to, setTo] = useState(known?.to ?? '');
  const [group, setGroup] = useState<RuleGroup>(own === undefined && known !== undefined ? 'app' : 'script');
  // Counted once: nothing is typed into the script meanwhile.
  const [lineCount] = useState(() => {
    const folded = word.text.toLowerCase();
    return script.getState().lines.filter(({ sent }) => sent.spoken.toLowerCase().includes(folded)).length;
  });
  const isSayable = isSpeechInputValid(to);
  const hear = (): void => {
    const line = script.getState().lines.find(({ id }) => id === word.lineId);
    if (line === undefined || connection === undefined) return;
    const { voice, speed, extras } = line.sent;
    const { format, generateRequest } = speech.getState();
    void generateRequest({ connectionId: connection.id, text: to.trim(), voice, speed, extras, format });
  };
  const keep = (spoken: string | null, where = group): void => {
    pronunciation.getState().sayAs(where, word.text, spoken);
    onClose();
  };
  const length = t('speech.characters', { count: characterCount(to.trim()) });
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSayable) keep(to.trim());
      }}
    >
      <h2 className={styles.title}>{t('sayAs.title', { word: word.text })}</h2>
      <div className={styles.spoken}>
        <TextField
          label={t('sayAs.spoken')}
          layout="stacked"
          className={styles.field}
          maxLength={MAX_SCRIPT_NAME}
          value={to}
          onChange={setTo}
        />
        <Button disabled={!isSayable} onClick={hear}>
          <Play size={14} aria-hidden />
          {t('sayAs.hear')}
        </Button>
      </div>
      <p className={styles.hint}>
        {connection?.isPractice ? t('sayAs.free') : isSayable && t('speech.consequence', { count: 1, length })}
      </p>
      <Segmented
        label={t('sayAs.where')}
        value={group}
        options={[
          { value: 'script', label: t('pronunciation.ofScript') },
          { value: 'app', label: t('pronunciation.ofApp') },
        ]}
        onChange={setGroup}
      />
      <div className={styles.foot}>
        <span className={styles.hint}>{t('sayAs.effect', { count: lineCount })}</span>
        {known !== undefined && (
          <Button variant="plain" onClick={() => keep(null, own === undefined ? 'app' : 'script')}>
            {t('sayAs.remove')}
          </Button>
        )}
        <Button type="submit" disabled={!isSayable}>
          {t('sayAs.save')}
        </Button>
      </div>
    </form>
  );
}

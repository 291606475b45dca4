// The editor for the text to speak, with the length of the text.

import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { measureInput } from '../../shared/speech/limits.ts';
import { formatCount } from '../app/format-text.ts';
import { useSession, useTranslation } from '../app/services.ts';
import { activeConnection } from '../app/session-store.ts';
import { RecentMenu } from '../app/work/RecentMenu.tsx';
import type { AuditionStore } from './audition-store.ts';
import styles from './Editor.module.css';
import { StartingPoints } from './StartingPoints.tsx';
import { isWritten } from './sample-texts.ts';
import type { SpeechStore } from './speech-store.ts';

/** The editor; it gets the focus when the window opens, with a sample text selected so that typing replaces it. */
export function Editor({ store, audition }: { store: SpeechStore; audition: AuditionStore }) {
  const { t, locale } = useTranslation();
  const text = useStore(store, (speech) => speech.text);
  const limit = useSession((session) => activeConnection(session)?.dialect.recommendedInputBytes ?? 0);
  const area = useRef<HTMLTextAreaElement>(null);
  const begin = useEffectEvent(() => {
    area.current?.focus();
    // The person's own text is not selected, because the next key would replace it.
    if (!isWritten(area.current?.value ?? '')) area.current?.select();
  });
  const choose = (sample: string): void => {
    flushSync(() => store.getState().setText(sample));
    begin();
  };
  useEffect(() => begin(), []);
  // A text that was not typed gets a new field, because the old one's undo would mix both.
  const revision = useStore(store, (speech) => speech.revision);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after each new field only.
  useEffect(() => {
    if (hadFocus.current) area.current?.focus();
  }, [revision]);
  const isStarting = !isWritten(text);
  const { characters, sizeBytes, limit: distance } = measureInput(text, limit);
  const bytes = t('speech.bytes', { count: sizeBytes });
  return (
    <div className={styles.editor} data-starting={isStarting ? '' : undefined}>
      <textarea
        key={revision}
        ref={area}
        className={styles.text}
        aria-label={t('speech.text')}
        aria-describedby="speech-size"
        placeholder={t('speech.textPlaceholder')}
        spellCheck={false}
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={() => {
          hadFocus.current = false;
        }}
        value={text}
        onChange={(event) => store.getState().setText(event.target.value)}
      />
      {isStarting && <StartingPoints text={text} audition={audition} onChoose={choose} />}
      <div className={styles.foot}>
        <p id="speech-size" className={styles.size}>
          <span>{t('speech.characters', { count: characters })}</span>
          {distance === 'near' && <span>{t('speech.nearLimit', { bytes, limit: formatCount(limit, locale) })}</span>}
          {distance === 'over' && (
            <>
              <span>{bytes}</span>
              <strong className={styles.over}>{t('speech.overLimit', { limit: formatCount(limit, locale) })}</strong>
            </>
          )}
        </p>
        <RecentMenu screen="speech" className={styles.recent} />
      </div>
    </div>
  );
}

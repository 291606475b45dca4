// The selection of voices for an audition: search, filters, and a list with checkboxes.

import { Star } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { guessLanguage } from '../../shared/script/language.ts';
import { useCurrentRow } from '../lists/use-current-row.ts';
import { faceProps, useRows } from '../lists/use-rows.ts';
import { useSession, useTranslation } from '../services.ts';
import { refusedVoices } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import styles from './AuditionVoices.module.css';
import { type AuditionStore, MAX_VOICES } from './audition-store.ts';
import { VoiceFilterRow } from './VoiceFilterRow.tsx';
import { matchesVoice, NO_FILTERS, passesFilters, voiceFacts, voiceOfOption, voiceOptions } from './voice-options.ts';

/** The body of the audition's panel. */
export function AuditionVoices({ store }: { store: AuditionStore }) {
  const { t } = useTranslation();
  const chosen = useStore(store, (audition) => audition.voices);
  const language = useStore(store, (audition) => guessLanguage(audition.text));
  const memory = useSession((session) => session.settings.voices);
  const refused = useSession(refusedVoices);
  const [search, setSearch] = useState('');
  const [filters, setFilters] = useState(NO_FILTERS);
  // Typed text appears at once; the list is updated at a lower priority.
  const query = useDeferredValue(search);
  const options = useMemo(
    () =>
      voiceOptions('', null, memory, language).filter(
        (option) => option.kind !== 'default' && matchesVoice(option, query) && passesFilters(option, filters),
      ),
    [memory, language, query, filters],
  );
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(options.map(({ id }) => id));
  const { listProps } = useRows(list, { count: options.length, ...current, layout: { kind: 'column' } });
  const { toggleVoice, clearVoices } = store.getState();
  return (
    <div className={styles.voices}>
      <p className={styles.count}>
        <span>{t('audition.chosen', { count: chosen.length, limit: MAX_VOICES })}</span>
        {chosen.length > 0 && (
          <Button variant="link" onClick={clearVoices}>
            {t('audition.chooseNone')}
          </Button>
        )}
      </p>
      <SearchField
        label={t('audition.search')}
        placeholder={t('speech.voicePlaceholder')}
        value={search}
        onChange={setSearch}
      />
      <VoiceFilterRow filters={filters} onChange={setFilters} />
      <ul ref={list} className={styles.list} aria-label={t('audition.voices')} {...listProps}>
        {options.map((option, index) => {
          const key = voiceOfOption(option) ?? '';
          const isChosen = chosen.includes(key);
          return (
            <li key={option.id} className={styles.entry} data-row={index}>
              <label className={styles.label}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  // Not `disabled`: the arrow keys pass over nothing.
                  aria-disabled={!isChosen && chosen.length >= MAX_VOICES}
                  onChange={() => (isChosen || chosen.length < MAX_VOICES) && toggleVoice(key)}
                  {...faceProps(index === current.currentIndex)}
                />
                <span className={styles.text}>
                  <span>{option.kind === 'published' ? option.voice.name : key}</span>
                  <span className={styles.facts}>
                    {option.kind === 'published' ? voiceFacts(option.voice, t) : t('speech.voiceCustomHint')}
                    {refused.includes(key) && <span className={styles.refused}> {t('voices.refused')}</span>}
                  </span>
                </span>
                {memory.favourites.includes(key) && (
                  <Star size={14} aria-label={t('voices.favouriteShort')} className={styles.star} />
                )}
              </label>
            </li>
          );
        })}
      </ul>
      {options.length === 0 && <p className={styles.facts}>{t('speech.voiceNone')}</p>}
    </div>
  );
}

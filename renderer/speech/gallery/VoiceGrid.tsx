// All voices as cards, with a search and filters above: those of the line's language first.

import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { guessLanguage } from '../../../shared/script/language.ts';
import { characterCount } from '../../../shared/text/utf8.ts';
import { errorText } from '../../items/error-text.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { useRows } from '../../lists/use-rows.ts';
import { useCommons, usePlayer, useSession, useTranslation } from '../../services.ts';
import { activeConnection, isJobRunning, isSpeechJob, refusedVoices } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { MAX_VOICES } from '../audition-candidates.ts';
import type { AuditionStore } from '../audition-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import { toggleFavourite } from '../voice-memory.ts';
import { matchesVoice, voiceOfOption } from '../voice-options.ts';
import { sampleRequest, type VoiceSamplesStore } from '../voice-samples.ts';
import { columnsOf } from './columns-of.ts';
import { type VoiceActions, VoiceCard } from './VoiceCard.tsx';
import { VoiceFilterRow } from './VoiceFilterRow.tsx';
import styles from './VoiceGrid.module.css';
import { characterOf, galleryVoices } from './voice-facts.ts';
import { passesFilters } from './voice-filters.ts';

type VoiceGridProps = {
  store: AuditionStore;
  speech: SpeechStore;
  samples: VoiceSamplesStore;
  search: string;
  onSearch: (search: string) => void;
};

/** The voices. */
export function VoiceGrid({ store, speech, samples, search, onSearch }: VoiceGridProps) {
  const { session, player } = useCommons();
  const { t, locale } = useTranslation();
  const chosen = useStore(store, (audition) => audition.voices);
  const filters = useStore(store, (audition) => audition.filters);
  const language = useStore(store, (audition) => guessLanguage(audition.text)) || locale;
  const role = useStore(store, (audition) => audition.role);
  const voice = useStore(speech, (state) => state.voice);
  const used = role === null ? voice : role.voice;
  const memory = useSession((state) => state.settings.voices);
  const refused = useSession(refusedVoices);
  const connectionId = useSession((state) => activeConnection(state)?.id ?? '');
  const allJobs = useSession((state) => state.jobs);
  const sampled = useStore(samples, (state) => state.itemIds);
  const playing = usePlayer((bar) => (bar.isPlaying && bar.guest === null ? bar.item?.id : undefined));
  /** A voice without a take that the person has asked to hear. */
  const [wanted, setWanted] = useState<string | null>(null);
  // Typed text appears at once; the cards are updated at a lower priority.
  const query = useDeferredValue(search.trim());
  // In the order of before, so that no card moves away while it is starred or heard.
  const [atFirst] = useState(memory);
  const voices = useMemo(() => galleryVoices(atFirst, language), [atFirst, language]);
  const shown = useMemo(
    () =>
      voices.filter(
        (option) =>
          matchesVoice(option, query, characterOf(option, t)) && passesFilters(option, filters, memory.favourites),
      ),
    [voices, query, filters, memory.favourites, t],
  );
  const keys = shown.map((option) => voiceOfOption(option) ?? '');
  const { toggleVoice, addVoices, setFilters, use } = store.getState();
  const requestFor = (key: string) =>
    sampleRequest(key, { connectionId, format: speech.getState().format, fallbackLanguage: locale });

  const latest = useRef({ playing, sampled, requestFor });
  useEffect(() => {
    latest.current = { playing, sampled, requestFor };
  });
  const actions = useMemo((): VoiceActions => {
    const hear = async (key: string): Promise<void> => {
      const { playing: now, sampled: known } = latest.current;
      if (now !== undefined && known.get(key) === now) return player.getState().pause();
      setWanted((await samples.getState().hear(key)) ? null : key);
    };
    return {
      hear: (key) => void hear(key),
      star: (key) => {
        const { settings, updateSettings } = session.getState();
        updateSettings({ voices: toggleFavourite(settings.voices, key) });
      },
      use,
      shortlist: toggleVoice,
      sample: (key) => {
        setWanted(null);
        void speech.getState().generateRequest(latest.current.requestFor(key));
      },
      decline: () => setWanted(null),
    };
  }, [samples, player, session, speech, use, toggleVoice]);

  const list = useCards(keys, { star: actions.star, toggle: toggleVoice, addAll: () => addVoices(keys), chosen });
  const room = MAX_VOICES - chosen.length;
  const isKnown = voices.some((option) => voiceOfOption(option) === query);
  /** The newest of each voice beside scripts. */
  const jobs = useMemo(() => {
    const beside = allJobs.filter(isSpeechJob).filter(({ line }) => line === null);
    return new Map(beside.map((job) => [job.request.voice, job]));
  }, [allJobs]);
  const problemOf = (key: string): string | null => {
    const job = jobs.get(key);
    if (job?.state === 'failed' && job.error !== null) return errorText(job.error.code, 'title', t, 'speech');
    return refused.includes(key) ? t('voices.refused') : null;
  };
  useEffect(() => void samples.getState().reload(), [samples]);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus has gone, since this is in its place.
    if (document.activeElement === document.body) head.current?.querySelector('input')?.focus();
  }, []);
  return (
    <>
      <div ref={head} className={styles.head}>
        <SearchField
          label={t('audition.search')}
          placeholder={t('speech.voicePlaceholder')}
          className={styles.search}
          value={search}
          onChange={onSearch}
        />
        <VoiceFilterRow filters={filters} onChange={setFilters} />
      </div>
      <div className={styles.voices}>
        <ul ref={list.ref} className={styles.grid} aria-label={t('gallery.voices')} {...list.listProps}>
          {shown.map((option, index) => {
            const key = keys[index] ?? '';
            const job = jobs.get(key);
            return (
              <VoiceCard
                key={option.id}
                option={option}
                index={index}
                isCurrent={index === list.currentIndex}
                isShortlisted={chosen.includes(key)}
                isFull={room === 0}
                isStarred={memory.favourites.includes(key)}
                isUsed={used === key}
                isPlaying={playing !== undefined && sampled.get(key) === playing}
                isRunning={job !== undefined && isJobRunning(job)}
                problem={problemOf(key)}
                hasSample={sampled.has(key)}
                sampleLength={wanted === key ? characterCount(requestFor(key).text) : null}
                actions={actions}
              />
            );
          })}
        </ul>
        <div className={styles.end}>
          {shown.length === 0 && <p>{t('speech.voiceNone')}</p>}
          {query !== '' && !isKnown && <Button onClick={() => use(query)}>{t('speech.useKey', { key: query })}</Button>}
          {keys.length > 1 && keys.length <= room && keys.some((key) => !chosen.includes(key)) && (
            <Button variant="link" onClick={() => addVoices(keys)}>
              {t('gallery.shortlistAll', { count: keys.length })}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

type CardList = {
  star: (key: string) => void;
  toggle: (key: string) => void;
  addAll: () => void;
  chosen: readonly string[];
};

/** The keys of the list of cards: arrows move, S stars, the keys of a selection change the shortlist. */
function useCards(keys: readonly string[], { star, toggle, addAll, chosen }: CardList) {
  const ref = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(keys);
  const keyAt = (index: number): string => keys[index] ?? '';
  const { listProps } = useRows(ref, {
    count: keys.length,
    ...current,
    layout: () => ({ kind: 'grid', columns: columnsOf(ref.current) }),
    star: (index) => star(keyAt(index)),
    selection: {
      size: 0,
      isSelected: (index) => chosen.includes(keyAt(index)),
      // Moving and pressing change nothing of a shortlist.
      start: () => {},
      toggle: (index) => toggle(keyAt(index)),
      extendTo: () => {},
      all: addAll,
      clear: () => {},
    },
  });
  return { ref, listProps, currentIndex: current.currentIndex };
}

// The audition screen: a line of text, its results side by side, and the panel with the voices. Keys 1 to 9 switch
// between results.

import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Translate } from '../../shared/i18n/index.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import { useCurrentRow } from '../lists/use-current-row.ts';
import { useRows } from '../lists/use-rows.ts';
import { useCommand, useShell, useTranslation } from '../services.ts';
import { FeatureLayout } from '../shell/FeatureLayout.tsx';
import { focusOn } from '../shell/keys.ts';
import { RightPanel } from '../shell/RightPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AuditionCard } from './AuditionCard.tsx';
import { AuditionFooter } from './AuditionFooter.tsx';
import styles from './AuditionView.module.css';
import { AuditionVoices } from './AuditionVoices.tsx';
import { type AuditionStore, PAGE_SIZE, pageCount } from './audition-store.ts';
import { useHeardSound } from './heard-sound.ts';
import type { SpeechStore } from './speech-store.ts';
import { voiceShortName } from './voice-options.ts';

/** The maximum length of the line in characters: an audition is for a sentence, not for a chapter. */
const MAX_LINE = 2000;

/** The audition screen. */
export function AuditionView({ store, speech }: { store: AuditionStore; speech: SpeechStore }) {
  const { t } = useTranslation();
  const text = useStore(store, (audition) => audition.text);
  const resultText = useStore(store, (audition) => audition.resultText);
  const role = useStore(store, (audition) => audition.role?.name);
  const candidates = useStore(store, (audition) => audition.candidates);
  const page = useStore(store, (audition) => audition.page);
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const isShown = useShell((shell) => shell.tab === 'speech');
  const { close, setText, setPage, setBlind } = store.getState();
  useCommand('speech.leaveAudition', close);
  useDigitKeys(store, isShown);
  useHeardVoice(store);
  const first = page * PAGE_SIZE;
  const shown = candidates.slice(first, first + PAGE_SIZE);
  const grid = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(shown.map(({ voice }) => voice));
  const { listProps } = useRows(grid, {
    count: shown.length,
    ...current,
    layout: () => ({ kind: 'grid', columns: columnsOf(grid.current) }),
  });
  return (
    <FeatureLayout
      onKeyDown={(event) => {
        // Outside text fields Escape is a command.
        const isHere = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
        if (event.key === 'Escape' && isHere && !event.defaultPrevented) close();
      }}
      panel={
        <RightPanel label={t('audition.voices')} footer={<AuditionFooter store={store} />}>
          <AuditionVoices store={store} />
        </RightPanel>
      }
    >
      <div className={styles.bar}>
        <Button variant="plain" onClick={close}>
          <ArrowLeft size={16} aria-hidden />
          {t('audition.back')}
        </Button>
        {role !== undefined && <span className={styles.role}>{t('audition.forRole', { role })}</span>}
        <TextField
          label={t('audition.line')}
          className={styles.line}
          value={text}
          maxLength={MAX_LINE}
          placeholder={t('audition.linePlaceholder')}
          onChange={setText}
        />
        <Switch label={t('audition.blind')} isOn={isBlind} onChange={setBlind} />
      </div>
      <section className={styles.results} aria-label={t('audition.results')}>
        {candidates.length > 0 && resultText !== text && (
          <p className={styles.heard}>{t('audition.heard', { text: resultText })}</p>
        )}
        {candidates.length === 0 ? (
          <p className={styles.empty}>{t('audition.empty')}</p>
        ) : (
          <ul ref={grid} className={styles.grid} aria-label={t('audition.results')} {...listProps}>
            {shown.map((candidate, place) => (
              <AuditionCard
                key={candidate.voice}
                store={store}
                speech={speech}
                candidate={candidate}
                place={place}
                isCurrent={place === current.currentIndex}
                alias={aliasOf(first + place, t)}
              />
            ))}
          </ul>
        )}
        {candidates.length > 0 && <AuditionFoot page={page} pages={pageCount(candidates)} onPage={setPage} />}
      </section>
    </FeatureLayout>
  );
}

/** The keys, and the pages if there are several. */
function AuditionFoot({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t, locale } = useTranslation();
  return (
    <div className={styles.foot}>
      <p>{t('audition.keys')}</p>
      {pages > 1 && (
        <div className={styles.pager}>
          <IconButton
            label={t('audition.previousPage')}
            icon={<ChevronLeft size={16} aria-hidden />}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <span>{t('audition.page', { page: formatCount(page + 1, locale), pages: formatCount(pages, locale) })}</span>
          <IconButton
            label={t('audition.nextPage')}
            icon={<ChevronRight size={16} aria-hidden />}
            disabled={page === pages - 1}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </div>
  );
}

/** Handles the keys 1 to 9, except while text is being typed. */
function useDigitKeys(store: AuditionStore, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const isTaken = focusOn(event.target).focus === 'taken';
      if (hasModifier || event.repeat || event.isComposing || isTaken || !/^[1-9]$/.test(event.key)) return;
      event.preventDefault();
      store.getState().flip(Number(event.key) - 1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, isShown]);
}

/** How many columns the style sheet gives a grid at its present width. */
function columnsOf(grid: HTMLElement | null): number {
  return grid === null ? 1 : getComputedStyle(grid).gridTemplateColumns.split(' ').length;
}

/** Shows the voice that plays, or was heard last, in the player bar. */
function useHeardVoice(store: AuditionStore): void {
  const { t } = useTranslation();
  const isPlaying = useStore(store, ({ playing }) => playing !== null);
  const index = useStore(store, ({ candidates, heard }) => candidates.findIndex(({ voice }) => voice === heard));
  const candidate = useStore(store, ({ candidates }) => candidates[index]);
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const item = candidate?.kind === 'made' ? candidate.item : undefined;
  const title = isBlind ? aliasOf(index, t) : voiceShortName(candidate?.voice ?? null, '');
  useHeardSound(item, title, isPlaying, store.getState());
}

/** `Voice A`, `Voice B`, …: the name of a result while its own name is hidden. */
function aliasOf(index: number, t: Translate): string {
  return t('audition.alias', { letter: String.fromCharCode('A'.charCodeAt(0) + index) });
}

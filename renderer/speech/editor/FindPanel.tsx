// Find and replace in the text: a bar above it.

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './FindPanel.module.css';
import type { Finder, FindMatches, FindQuery } from './find.ts';
import { MAX_MATCHES } from './ports.ts';
import type { TextFactsStore } from './text-facts.ts';

type FindPanelProps = {
  finder: Finder;
  facts: TextFactsStore;
  /** Changes whenever *Find* is chosen again. */
  opening: number;
  onClose: () => void;
};

/** Matches are counted this long after a change, in milliseconds. */
const COUNT_AFTER_MS = 120;

/** The bar. Escape closes it; Enter goes to the next match, with Shift to the previous one. */
export function FindPanel({ finder, facts, opening, onClose }: FindPanelProps) {
  const { t, locale } = useTranslation();
  // Another object after each change of the text.
  const text = useStore(facts);
  const [query, setQuery] = useState<FindQuery>(() => ({
    text: finder.suggestion(),
    replacement: '',
    isCaseSensitive: false,
  }));
  const [matches, setMatches] = useState<FindMatches | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const count = (): void => setMatches(finder.matches());
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run each time the panel is asked for.
  useEffect(() => field.current?.select(), [opening]);
  useEffect(() => finder.set(query), [finder, query]);
  useEffect(() => () => finder.end(), [finder]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after each change of the text.
  useEffect(() => {
    const timer = setTimeout(count, COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [query, text]);
  const act = (work: () => void) => () => {
    work();
    count();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const isFind = key.toLowerCase() === 'f' && (ctrlKey || metaKey);
    if (key === 'Escape') onClose();
    else if (isFind) field.current?.select();
    else if (key === 'Enter' && event.target === field.current && !ctrlKey && !metaKey)
      act(shiftKey ? finder.previous : finder.next)();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isFound = matches !== null && matches.count > 0;
  return (
    <search className={styles.panel} aria-label={t('find.title')} onKeyDown={onKeyDown}>
      <div className={styles.row}>
        <TextField
          ref={field}
          label={t('find.find')}
          className={styles.field}
          value={query.text}
          onChange={(next) => setQuery({ ...query, text: next })}
          trailing={
            <span role="status" className={styles.count}>
              {query.text !== '' && matches !== null && matchText(matches, t, locale)}
            </span>
          }
        />
        <IconButton
          label={t('find.previous')}
          icon={<ChevronUp size={16} />}
          disabled={!isFound}
          onClick={act(finder.previous)}
        />
        <IconButton
          label={t('find.next')}
          icon={<ChevronDown size={16} />}
          disabled={!isFound}
          onClick={act(finder.next)}
        />
        <IconButton label={t('find.close')} icon={<X size={16} />} onClick={onClose} />
      </div>
      <div className={styles.row}>
        <TextField
          label={t('find.replacement')}
          className={styles.field}
          value={query.replacement}
          onChange={(next) => setQuery({ ...query, replacement: next })}
        />
        <Button disabled={!isFound} onClick={act(finder.replace)}>
          {t('find.replace')}
        </Button>
        <Button disabled={!isFound} onClick={act(finder.replaceAll)}>
          {t('find.replaceAll')}
        </Button>
        <Switch
          label={t('find.matchCase')}
          isOn={query.isCaseSensitive}
          onChange={(next) => setQuery({ ...query, isCaseSensitive: next })}
        />
      </div>
    </search>
  );
}

function matchText({ count, current }: FindMatches, t: Translate, locale: Locale): string {
  if (count === 0) return t('find.none');
  if (count > MAX_MATCHES) return t('find.many', { count: formatCount(MAX_MATCHES, locale) });
  return current === 0
    ? t('find.count', { count })
    : t('find.place', { current: formatCount(current, locale), count: formatCount(count, locale) });
}

// The chapters of the open script, beside its text: the one with the cursor is marked, each says how much of it is made,
// and a button makes the rest of that one. In a narrow window they are a menu above the text.

import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isAllMade } from '../../../shared/script/line-state.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { costText } from '../../jobs/cost-text.ts';
import { notReady } from '../../jobs/readiness.ts';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { ScriptStore } from '../script/script-store.ts';
import { useRequestCount } from '../script/use-request-count.ts';
import type { SpeechStore } from '../speech-store.ts';
import { type Chapter, chaptersOf, madeOf } from './chapters.ts';
import styles from './Outline.module.css';

const NONE: readonly number[] = [];

/** The outline; nothing without chapters. */
export function Outline({ script, speech }: { script: ScriptStore; speech: SpeechStore }) {
  const { t, locale } = useTranslation();
  const lines = useStore(script, (open) => open.lines);
  const chapters = useMemo(() => chaptersOf(lines), [lines]);
  const cursor = useStore(script, (open) => open.currentIndex);
  const isBlocked = useSession((session) => notReady(session) !== null);
  const prices = useSession((session) => activeConnection(session)?.prices);
  /** In a blank line, the line before. */
  const [at, setAt] = useState(0);
  if (cursor !== null && cursor !== at) setAt(cursor);
  const current = chapters.find(({ from, to }) => at >= from && at < to);
  const toRequest = current?.plan.toRequest ?? NONE;
  const requests = useRequestCount(speech, script, toRequest);
  const cost = costText({ characters: current?.plan.characters ?? 0, pictures: 0 }, prices, t);
  if (chapters.length === 0) return null;
  const go = ({ lineId }: Chapter): void => script.getState().showLine(lineId);
  const generate = (): void => void speech.getState().generate(toRequest);
  const madeText = ({ plan }: Chapter): string => {
    const { made, all } = madeOf(plan);
    return t('chapters.made', { made: formatCount(made, locale), all: formatCount(all, locale) });
  };
  const canGenerate = requests > 0 && !isBlocked;
  return (
    <nav className={styles.outline} aria-label={t('chapters.title')}>
      <div className={styles.narrow}>
        <Menu
          trigger={
            <Button variant="plain" className={styles.trigger}>
              <span className={styles.name}>{current?.title ?? t('chapters.title')}</span>
              {current && <span className={styles.made}>{madeText(current)}</span>}
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
          entries={[
            ...chapters.map((chapter) => ({
              id: chapter.lineId,
              label: `${chapter.title}${t.separators.fact}${madeText(chapter)}`,
              isChecked: chapter === current,
              onSelect: () => go(chapter),
            })),
            'separator',
            { id: 'generate', label: t('chapters.generate'), isDisabled: !canGenerate, onSelect: generate },
          ]}
        />
      </div>
      <ol className={styles.list}>
        {chapters.map((chapter) => (
          <Row
            key={chapter.lineId}
            chapter={chapter}
            isCurrent={chapter === current}
            madeText={madeText(chapter)}
            onGo={() => go(chapter)}
          />
        ))}
      </ol>
      {chapters.some(({ plan }) => plan.toRequest.length > 0) && (
        <div className={styles.foot}>
          <Button aria-describedby="chapter-consequence" disabled={!canGenerate} onClick={generate}>
            {t('chapters.generate')}
          </Button>
          <span id="chapter-consequence" className={styles.cost}>
            {requests > 0 && [t('plan.requests', { count: requests }), ...cost].join(t.separators.fact)}
          </span>
        </div>
      )}
    </nav>
  );
}

type RowProps = { chapter: Chapter; isCurrent: boolean; madeText: string; onGo: () => void };

function Row({ chapter: { title, plan }, isCurrent, madeText, onGo }: RowProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={styles.chapter}
        aria-current={isCurrent ? 'true' : undefined}
        title={title}
        onClick={onGo}
      >
        <bdi className={styles.name}>{title}</bdi>
        <span className={styles.made}>
          {isAllMade(plan) ? <Check size={14} role="img" aria-label={t('plan.nothing')} /> : madeText}
        </span>
      </button>
    </li>
  );
}

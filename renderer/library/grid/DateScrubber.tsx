// The dates beside the grid: a press, a drag or a key goes to a day at once, and a day can be typed.

import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { formatDay } from '../../../shared/text/format-text.ts';
import { useNow, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './DateScrubber.module.css';
import type { GridView } from './grid-view.ts';
import type { Lines } from './line-layout.ts';
import { groupOfDay, type Mark, marksOf } from './scrubber-marks.ts';

/** The height that a mark needs. */
const MARK_PX = 26;
/** Days that Page Up and Page Down go over. */
const PAGE_DAYS = 10;

type DateScrubberProps = {
  /** Lines by day. */
  lines: Lines;
  gridView: GridView;
  /** Goes to an item and gives it the focus. */
  onGo: (index: number) => void;
};

/** The scrubber. */
export function DateScrubber({ lines, gridView, onGo }: DateScrubberProps) {
  return (
    <div className={styles.scrubber}>
      <DayField groups={lines.groups} onGo={onGo} />
      <Track lines={lines} gridView={gridView} onGo={onGo} />
    </div>
  );
}

/** A day that is typed. */
function DayField({ groups, onGo }: { groups: Lines['groups']; onGo: DateScrubberProps['onGo'] }) {
  const { t } = useTranslation();
  const [isTyping, setTyping] = useState(false);
  const [day, setDay] = useState('');
  const [min, max] = [groups[0]?.day ?? '', groups.at(-1)?.day ?? ''].sort();
  const go = (): void => {
    const found = groups[groupOfDay(groups, day)];
    setTyping(false);
    if (day !== '' && found !== undefined) onGo(found.offset);
  };
  return (
    <Popover
      label={t('library.goToDate')}
      side="bottom"
      isOpen={isTyping}
      onOpenChange={setTyping}
      trigger={<IconButton label={t('library.goToDate')} icon={<CalendarDays size={16} aria-hidden />} size="small" />}
    >
      <form
        className={styles.date}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextField
          layout="stacked"
          type="date"
          label={t('library.goToDate')}
          value={day}
          min={min}
          max={max}
          onChange={setDay}
        />
        <Button type="submit">{t('library.go')}</Button>
      </form>
    </Popover>
  );
}

/** The days from top to bottom, and which one is in view. It renders when the grid is scrolled. */
function Track({ lines, gridView, onGo }: DateScrubberProps) {
  const { t, locale } = useTranslation();
  const now = useNow();
  const track = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(400);
  const [isDragged, setDragged] = useState(false);
  const { groups } = lines;
  const last = groups.length - 1;
  const group = useStore(gridView, ({ topPx }) => (lines.count === 0 ? 0 : lines.at(lines.lineAt(topPx)).group));
  const thumbPx = useStore(gridView, (view) => {
    const farPx = Math.max(1, lines.heightPx - view.heightPx);
    return Math.round(Math.min(1, view.topPx / farPx) * heightPx);
  });
  const name = useMemo(
    () => formatDay(dayBeginsAt(groups[group]?.day ?? '') ?? 0, now, t, locale),
    [groups, group, now, t, locale],
  );

  useEffect(() => {
    const element = track.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => element.clientHeight > 0 && setHeightPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const showGroup = (index: number): void => {
    const { offset } = groups[Math.max(0, Math.min(index, last))] ?? { offset: 0 };
    gridView.scrollTo(lines.topOf(lines.lineOf(offset) - 1));
  };
  const toPointer = (event: PointerEvent): void => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined) return;
    // The last pixel is the end: no press is at the height itself.
    const at = Math.max(0, Math.min(1, (event.clientY - box.top) / Math.max(1, box.height - 1)));
    gridView.scrollTo(at * (lines.heightPx - gridView.getState().heightPx));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next: Readonly<Record<string, number>> = {
      ArrowUp: group - 1,
      ArrowDown: group + 1,
      ArrowLeft: group - 1,
      ArrowRight: group + 1,
      PageUp: group - PAGE_DAYS,
      PageDown: group + PAGE_DAYS,
      Home: 0,
      End: last,
    };
    const index = next[event.key];
    if (index !== undefined) showGroup(index);
    else if (event.key === 'Enter') onGo(groups[group]?.offset ?? 0);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label={t('library.dates')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={group}
      aria-valuetext={name}
      className={styles.track}
      data-dragged={isDragged ? '' : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
        toPointer(event);
      }}
      onPointerMove={(event) => isDragged && toPointer(event)}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    >
      <Marks lines={lines} heightPx={heightPx} locale={locale} />
      <span className={styles.thumb} style={{ top: thumbPx }} aria-hidden>
        <span className={styles.bubble}>{name}</span>
      </span>
    </div>
  );
}

const Marks = memo(function Marks({ lines, heightPx, locale }: { lines: Lines; heightPx: number; locale: string }) {
  return marksOf(lines, MARK_PX / heightPx).map((mark) => (
    <span key={mark.day} className={styles.mark} style={{ top: `${mark.ratio * 100}%` }} aria-hidden>
      {markText(mark, locale)}
    </span>
  ));
});

function markText({ day, unit }: Mark, locale: string): string {
  const form = {
    year: { year: 'numeric' },
    month: { month: 'short' },
    day: { month: 'short', day: 'numeric' },
  } as const satisfies Record<Mark['unit'], Intl.DateTimeFormatOptions>;
  return new Intl.DateTimeFormat(locale, form[unit]).format(dayBeginsAt(day) ?? 0);
}

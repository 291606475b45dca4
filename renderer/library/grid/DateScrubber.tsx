// The dates beside the grid: a press, a drag or a key goes to a day at once, and a day can be typed.

import { CalendarDays } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { formatDay } from '../../app/format-text.ts';
import { useNow, useTranslation } from '../../app/services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './DateScrubber.module.css';
import type { Lines } from './line-layout.ts';
import { groupOfDay, type Mark, marksOf } from './scrubber-marks.ts';

/** The height that a mark needs. */
const MARK_PX = 26;
/** Days that Page Up and Page Down go over. */
const PAGE_DAYS = 10;

type DateScrubberProps = {
  /** Lines by day. */
  lines: Lines;
  scroller: RefObject<HTMLDivElement | null>;
  /** Goes to an item and gives it the focus. */
  onGo: (index: number) => void;
};

/** The scrubber. */
export function DateScrubber({ lines, scroller, onGo }: DateScrubberProps) {
  const { t, locale } = useTranslation();
  const now = useNow();
  const track = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(400);
  const [{ group, ratio }, setAt] = useState({ group: 0, ratio: 0 });
  const [isDragged, setDragged] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [day, setDay] = useState('');
  const marks = useMemo(() => marksOf(lines, MARK_PX / heightPx), [lines, heightPx]);
  const { groups } = lines;
  const nameOf = (index: number): string => formatDay(dayBeginsAt(groups[index]?.day ?? '') ?? 0, now, t, locale);

  const follow = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0 || lines.count === 0) return;
    const far = Math.max(1, lines.heightPx - element.clientHeight);
    const next = {
      group: lines.at(lines.lineAt(element.scrollTop)).group,
      ratio: Math.min(1, element.scrollTop / far),
    };
    setAt((before) => {
      const isNear = Math.abs(before.ratio - next.ratio) * heightPx < 1;
      return before.group === next.group && isNear ? before : next;
    });
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => follow();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines, another day.
  useEffect(() => follow(), [lines]);
  useEffect(() => {
    const element = track.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => element.clientHeight > 0 && setHeightPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const scrollTo = (top: number): void => {
    if (scroller.current !== null) scroller.current.scrollTop = top;
  };
  const showGroup = (index: number): void => {
    const { offset } = groups[Math.max(0, Math.min(index, groups.length - 1))] ?? { offset: 0 };
    scrollTo(lines.topOf(lines.lineOf(offset) - 1));
  };
  const toPointer = (event: PointerEvent): void => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || scroller.current === null) return;
    const at = Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
    scrollTo(at * (lines.heightPx - scroller.current.clientHeight));
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
      End: groups.length - 1,
    };
    const index = next[event.key];
    if (index !== undefined) showGroup(index);
    else if (event.key === 'Enter') onGo(groups[group]?.offset ?? 0);
    else return;
    event.preventDefault();
  };
  const go = (): void => {
    const found = groups[groupOfDay(groups, day)];
    setTyping(false);
    if (day !== '' && found !== undefined) onGo(found.offset);
  };

  return (
    <div className={styles.scrubber}>
      <Popover
        label={t('library.goToDate')}
        side="bottom"
        isOpen={isTyping}
        onOpenChange={setTyping}
        trigger={
          <IconButton label={t('library.goToDate')} icon={<CalendarDays size={16} aria-hidden />} size="small" />
        }
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
            min={[groups[0]?.day ?? '', groups.at(-1)?.day ?? ''].sort()[0]}
            max={[groups[0]?.day ?? '', groups.at(-1)?.day ?? ''].sort()[1]}
            onChange={setDay}
          />
          <Button type="submit">{t('library.go')}</Button>
        </form>
      </Popover>
      <div
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label={t('library.dates')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={groups.length - 1}
        aria-valuenow={group}
        aria-valuetext={nameOf(group)}
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
        {marks.map((mark) => (
          <span key={mark.day} className={styles.mark} style={{ top: `${mark.ratio * 100}%` }} aria-hidden>
            {markText(mark, locale)}
          </span>
        ))}
        <span className={styles.thumb} style={{ top: `${ratio * 100}%` }} aria-hidden>
          <span className={styles.bubble}>{nameOf(group)}</span>
        </span>
      </div>
    </div>
  );
}

function markText({ day, unit }: Mark, locale: string): string {
  const form = {
    year: { year: 'numeric' },
    month: { month: 'short' },
    day: { month: 'short', day: 'numeric' },
  } as const satisfies Record<Mark['unit'], Intl.DateTimeFormatOptions>;
  return new Intl.DateTimeFormat(locale, form[unit]).format(dayBeginsAt(day) ?? 0);
}

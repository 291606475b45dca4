// The dialog that compares the takes of a line: keys switch between them at the same moment, equally loud, and one is chosen.

import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useStore } from 'zustand';
import type { Translate } from '../../../shared/i18n/index.ts';
import { formatExactTime } from '../../../shared/text/format-text.ts';
import { cutText, takeDuration, voiceNameOf } from '../../items/item-text.ts';
import { kindText } from '../../items/kind-text.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { faceProps, useRows } from '../../lists/use-rows.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useHeardSound } from '../heard-sound.ts';
import { changeLine } from '../script/script-steps.ts';
import type { ScriptStore } from '../script/script-store.ts';
import styles from './CompareTakesDialog.module.css';
import { type ComparedTake, MAX_COMPARED_MINUTES, type TakeComparison } from './take-comparison.ts';

type CompareTakesProps = { store: TakeComparison; script: ScriptStore };

/** The dialog; it is open while the store has a line. */
export function CompareTakesDialog({ store, script }: CompareTakesProps) {
  const { t } = useTranslation();
  const line = useStore(store, (comparison) => comparison.line);
  const isScript = useStore(script, ({ lines }) => lines.length > 1);
  const number = String((line?.index ?? 0) + 1);
  return (
    <Dialog
      isOpen={line !== null}
      title={isScript ? t('compareTakes.ofLine', { number }) : t('command.take.compare')}
      closeLabel={t('common.close')}
      onClose={store.getState().close}
    >
      {line !== null && <Takes store={store} script={script} />}
    </Dialog>
  );
}

function Takes({ store, script }: CompareTakesProps) {
  const { history } = useCommons();
  const { t } = useTranslation();
  const line = useStore(store, (comparison) => comparison.line);
  const takes = useStore(store, (comparison) => comparison.takes);
  const leftOut = useStore(store, (comparison) => comparison.leftOut);
  const isEqual = useStore(store, (comparison) => comparison.isEqual);
  const playing = useStore(store, (comparison) => comparison.playing);
  const heard = useStore(store, ({ heard: id, takes: all }) => all.findIndex(({ item }) => item.id === id));
  const { flip, setEqual, close, transport, toggle, stop } = store.getState();
  useHeardSound(takes[heard]?.item, nameOf(heard, t), playing !== null, { transport, toggle, stop });
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(takes.map(({ item }) => item.id));
  const { listProps } = useRows(list, { count: takes.length, ...current, layout: { kind: 'column' } });
  const onKeyDown = (event: KeyboardEvent): void => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const take = hasModifier || event.repeat ? undefined : takes[Number(event.key) - 1];
    if (take === undefined || !/^[1-9]$/.test(event.key)) return;
    // In lists the digits rate what has the focus.
    event.preventDefault();
    event.stopPropagation();
    flip(take.item.id);
  };
  const use = (id: string): void => {
    if (line !== null) changeLine({ script, history }, line.id, { usedTakeId: id });
    close();
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <ul ref={list} className={styles.list} aria-label={t('command.take.compare')} {...listProps}>
        {takes.map((take, place) => (
          <TakeCard
            key={take.item.id}
            take={take}
            place={place}
            isCurrent={place === current.currentIndex}
            isPlaying={playing === take.item.id}
            isUsed={line?.used?.id === take.item.id}
            onFlip={flip}
            onUse={use}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        <Switch label={t('compareTakes.equal')} isOn={isEqual} onChange={setEqual} />
        <p className={styles.hint}>{t('compareTakes.keys')}</p>
      </div>
      {leftOut > 0 && <p className={styles.hint}>{t('compareTakes.leftOut', { count: leftOut })}</p>}
    </div>
  );
}

type TakeCardProps = {
  take: ComparedTake;
  /** Index in the list, from 0; its key is one more. */
  place: number;
  /** It is the card in the Tab order. */
  isCurrent: boolean;
  isPlaying: boolean;
  isUsed: boolean;
  onFlip: (id: string) => void;
  onUse: (id: string) => void;
};

function TakeCard({ take, place, isCurrent, isPlaying, isUsed, onFlip, onUse }: TakeCardProps) {
  const { t, locale } = useTranslation();
  const { item, state } = take;
  const number = String(place + 1);
  const facts = [
    takeDuration(item),
    item.request.speed.toFixed(2),
    kindText(item.audio.format),
    formatExactTime(item.createdAtMs, locale),
  ];
  return (
    <li className={styles.card} data-row={place} data-playing={isPlaying ? '' : undefined}>
      <button
        type="button"
        className={styles.face}
        aria-disabled={state !== 'ready'}
        {...faceProps(isCurrent)}
        {...(place === 0 && { 'data-initial-focus': '' })}
        aria-pressed={isPlaying}
        aria-keyshortcuts={number}
        aria-label={t('compareTakes.play', { number })}
        onClick={() => onFlip(item.id)}
      >
        <kbd className={styles.digit}>{number}</kbd>
        <span className={styles.text}>
          <span className={styles.name}>{voiceNameOf(item, t('speech.voiceDefault'))}</span>
          <span className={styles.facts}>{facts.join(t.separators.fact)}</span>
        </span>
        {state === 'ready' && (isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />)}
      </button>
      <div className={styles.line}>
        <span className={styles.state}>
          {[
            ...(isUsed ? [t('lineTakes.used')] : []),
            ...(item.isComplete ? [] : [cutText(item, t)]),
            ...(state === 'unplayable' ? [t('compareTakes.unplayable')] : []),
            ...(state === 'tooLong' ? [t('compareTakes.tooLong', { count: MAX_COMPARED_MINUTES })] : []),
          ].join(t.separators.fact)}
        </span>
        {!isUsed && (
          <Button
            variant="plain"
            tabIndex={-1}
            aria-label={t('compareTakes.use', { number })}
            onClick={() => onUse(item.id)}
          >
            {t('lineTakes.use')}
          </Button>
        )}
      </div>
    </li>
  );
}

function nameOf(place: number, t: Translate): string {
  return t('compareTakes.name', { number: String(place + 1) });
}

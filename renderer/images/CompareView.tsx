// Before and after over each other: a slider between them, or before while something is held. Keyboard included.

import { type CSSProperties, useState } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../shared/contract/library.ts';
import { useWords } from '../app/services.ts';
import styles from './CompareView.module.css';
import { type CompareMode, placeReply } from './compare-geometry.ts';
import { sizeOf } from './images-state.ts';
import type { ImagesStore } from './images-store.ts';
import { Measures, revisedPromptOf } from './ResultWords.tsx';

const MIDDLE = 50;

/** The comparison of a result with its source. */
export function CompareView({ store, item, mode }: { store: ImagesStore; item: EditItem; mode: CompareMode }) {
  const { t } = useWords();
  const isRawShown = useStore(store, (images) => images.isRawShown);
  const [percent, setPercent] = useState(MIDDLE);
  const [isHeld, setHeld] = useState(false);
  const [natural, setNatural] = useState<{ widthPx: number; heightPx: number } | null>(null);
  const source = item.request.pictures[0];
  const sourceId = source?.mediaId ?? null;
  const shown = isRawShown ? item.raw : (item.protected?.picture ?? item.raw);
  // A protected picture has the source's pixels; until the source is decoded, its own size stands in for it.
  const frame = natural ?? item.protected?.picture ?? item.raw;
  const place =
    shown === item.raw
      ? placeReply(sizeOf(frame), item.request.options.size)
      : { left: 0, top: 0, width: 1, height: 1 };
  const isSlider = mode === 'slider';
  const revised = revisedPromptOf(item);
  const style = {
    '--ratio': frame.widthPx / frame.heightPx,
    '--at': isSlider ? `${percent}%` : isHeld ? '100%' : '0%',
  } as CSSProperties;
  return (
    <section className={styles.view} data-revised={revised === '' ? undefined : ''} aria-label={t('images.comparison')}>
      <div className={styles.frame} style={style}>
        {sourceId !== null && (
          <img
            className={styles.before}
            src={`/media/${sourceId}`}
            alt={t('images.before')}
            draggable={false}
            onLoad={({ currentTarget }) =>
              setNatural({ widthPx: currentTarget.naturalWidth, heightPx: currentTarget.naturalHeight })
            }
          />
        )}
        <div className={styles.after}>
          <img
            src={`/media/${shown.mediaId}`}
            alt={t('images.after')}
            draggable={false}
            style={{
              left: `${place.left * 100}%`,
              top: `${place.top * 100}%`,
              width: `${place.width * 100}%`,
              height: `${place.height * 100}%`,
            }}
          />
        </div>
        {isSlider ? (
          <>
            <span className={styles.divider} aria-hidden />
            <input
              type="range"
              className={styles.range}
              aria-label={t('images.comparePosition')}
              aria-valuetext={`${Math.round(percent)} %`}
              min={0}
              max={100}
              step="any"
              value={percent}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowLeft' ? -2 : event.key === 'ArrowRight' ? 2 : 0;
                if (step === 0) return;
                event.preventDefault();
                setPercent(Math.min(100, Math.max(0, percent + step)));
              }}
              onChange={(event) => setPercent(event.target.valueAsNumber)}
            />
          </>
        ) : (
          <button
            type="button"
            className={styles.hold}
            aria-label={t('images.holdToSee')}
            aria-pressed={isHeld}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setHeld(true);
            }}
            onPointerUp={() => setHeld(false)}
            onPointerCancel={() => setHeld(false)}
            onKeyDown={(event) => {
              if (event.key !== ' ' && event.key !== 'Enter') return;
              event.preventDefault();
              setHeld(true);
            }}
            onKeyUp={() => setHeld(false)}
            onBlur={() => setHeld(false)}
          />
        )}
      </div>
      <div className={styles.captions}>
        <span data-on={isSlider || isHeld ? '' : undefined}>{t('images.before')}</span>
        <Measures store={store} item={item} className={styles.measures} />
        <span data-on={isSlider || !isHeld ? '' : undefined}>{t('images.after')}</span>
      </div>
      {revised !== '' && (
        <p className={styles.revised} title={revised}>
          {t('images.revised', { text: revised })}
        </p>
      )}
    </section>
  );
}

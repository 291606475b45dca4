// Waveform, position and seeking. The position goes from the engine to the elements frame by frame, never through React state.

import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { createWaveformPainter } from '../audio/waveform-painter.ts';
import { formatDuration, formatPosition } from './format-text.ts';
import styles from './PositionSlider.module.css';
import { useServices, useSession, useWords } from './services.ts';

type PositionSliderProps = { item: SpeechItem | null; durationS: number | null; isPlaying: boolean };

/** The slider `Position` over the waveform, with the current time before it. */
export function PositionSlider({ item, durationS, isPlaying }: PositionSliderProps) {
  const { engine, peaks } = useServices();
  const { t } = useWords();
  const theme = useSession((session) => session.settings.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const lengthS = item === null ? 0 : (durationS ?? 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme change changes the colours that are read here.
  useEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    const painter = createWaveformPainter(surface);
    const darkness = matchMedia('(prefers-color-scheme: dark)');
    let colors = readColors(surface);
    let frame = 0;
    let isGone = false;
    const show = (): void => {
      const positionS = item === null ? 0 : engine.positionS();
      painter.draw({ progress: lengthS > 0 ? Math.min(1, positionS / lengthS) : 0, ...colors });
      const position = formatPosition(positionS);
      if (time.current !== null && time.current.textContent !== position) time.current.textContent = position;
      if (slider.current === null) return;
      slider.current.value = String(positionS);
      const words = t('player.positionText', { position, duration: formatDuration(item === null ? 0 : lengthS) });
      if (slider.current.getAttribute('aria-valuetext') !== words) slider.current.setAttribute('aria-valuetext', words);
    };
    const tick = (): void => {
      show();
      frame = requestAnimationFrame(tick);
    };
    const recolor = (): void => {
      colors = readColors(surface);
      show();
    };
    const resize = new ResizeObserver(() => {
      painter.resize(surface.clientWidth, surface.clientHeight, devicePixelRatio);
      show();
    });
    resize.observe(surface);
    darkness.addEventListener('change', recolor);
    const leave = engine.subscribe(show);
    if (item !== null) {
      void peaks.load({ mediaId: item.mediaId, format: item.audio.format, sizeBytes: item.sizeBytes }).then((found) => {
        if (isGone) return;
        painter.setPeaks(found);
        show();
      });
    }
    if (isPlaying) tick();
    else show();
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
      resize.disconnect();
      darkness.removeEventListener('change', recolor);
      leave();
    };
  }, [engine, peaks, item, lengthS, isPlaying, t, theme]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const stepS = Math.max(0.1, Math.min(1, lengthS / 20));
    const jumps: Readonly<Record<string, number>> = {
      ArrowLeft: -stepS,
      ArrowDown: -stepS,
      ArrowRight: stepS,
      ArrowUp: stepS,
      PageDown: -5 * stepS,
      PageUp: 5 * stepS,
    };
    const jump = jumps[event.key];
    if (jump === undefined) return;
    event.preventDefault();
    engine.seek(engine.positionS() + jump);
  };

  return (
    <>
      <span ref={time} className={styles.time}>
        0:00
      </span>
      <div className={styles.wave} data-empty={item === null ? '' : undefined}>
        <canvas ref={canvas} className={styles.canvas} aria-hidden />
        <input
          ref={slider}
          type="range"
          className={styles.slider}
          aria-label={t('player.position')}
          min={0}
          max={lengthS > 0 ? lengthS : 1}
          step="any"
          defaultValue={0}
          disabled={item === null}
          onInput={(event) => engine.seek(event.currentTarget.valueAsNumber)}
          onKeyDown={onKeyDown}
        />
      </div>
    </>
  );
}

function readColors(element: Element): { color: string; playedColor: string } {
  const style = getComputedStyle(element);
  return { color: style.color, playedColor: style.outlineColor };
}

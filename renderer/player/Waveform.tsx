// The slider `Position` over the waveform, between position and length; zoom and loop buttons when they are useful.

import { Repeat, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatDuration, formatPosition } from '../../shared/text/format-text.ts';
import type { Peaks } from '../engines/audio/peaks.ts';
import { peaksOf } from '../engines/audio/shared-take.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import { usePlayer, useSession, useSound, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { isSounding, type Transport } from './player-store.ts';
import styles from './Waveform.module.css';
import { createWaveformSurface, type WaveformSurface } from './waveform-surface.ts';

/** The length in seconds from which on the waveform can be zoomed. */
const ZOOM_FROM_S = 20;
const ZOOM_STEP = 2;

/** Waveform and position of the loaded sound. */
export function Waveform({ isCompact }: { isCompact: boolean }) {
  const { engine } = useSound();
  const setLoop = usePlayer((player) => player.setLoop);
  const { t } = useTranslation();
  const theme = useSession((session) => session.settings.theme);
  const transport: Transport = usePlayer((state) => state.guest?.transport) ?? engine;
  const item = usePlayer((state) => (state.guest === null ? state.item : state.guest.item));
  const hasScript = usePlayer((state) => state.guest?.script !== undefined);
  const isEstimated = usePlayer((state) => state.guest?.script?.isEstimated === true);
  const isArriving = usePlayer((state) => state.guest === null && state.live !== null);
  const isReceiving = usePlayer((state) => state.guest === null && state.isReceiving);
  const isPlaying = usePlayer(isSounding);
  const durationS = usePlayer((state) => state.guest?.transport.lengthS() ?? state.durationS);
  const isLooping = usePlayer((state) =>
    state.guest === null ? state.loop !== null : state.guest.script?.isLooping === true,
  );
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const position = useRef<HTMLSpanElement>(null);
  const length = useRef<HTMLSpanElement>(null);
  const surface = useRef<WaveformSurface>(null);
  const isEmpty = !hasScript && item === null && (!isArriving || isReceiving);
  const peaks = usePeaks();

  const lengthS = useEffectEvent(() =>
    isEmpty ? 0 : Math.max(transport.lengthS(), isArriving ? 0 : (durationS ?? 0)),
  );
  const currentPeaks = useEffectEvent(() => peaks());
  const formatLength = useEffectEvent((seconds: number) => {
    if (isEmpty) return '0:00';
    if (isEstimated) return t('player.about', { duration: formatDuration(seconds) });
    return isArriving ? `${formatPosition(seconds)}…` : formatDuration(durationS);
  });
  const formatValueText = useEffectEvent((at: number, seconds: number) =>
    t(isArriving ? 'player.positionTextLive' : 'player.positionText', {
      position: formatPosition(at),
      duration: isEstimated ? t('player.about', { duration: formatDuration(seconds) }) : formatDuration(seconds),
    }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: created again on a theme change, because the colours are read at creation.
  useEffect(() => {
    if (!canvas.current || !slider.current || !position.current || !length.current) return;
    const created = createWaveformSurface(
      { canvas: canvas.current, slider: slider.current, position: position.current, length: length.current },
      {
        transport,
        lengthS: () => lengthS(),
        peaks: () => currentPeaks(),
        format: {
          position: formatPosition,
          length: (seconds) => formatLength(seconds),
          valueText: (at, seconds) => formatValueText(at, seconds),
        },
      },
    );
    surface.current = created;
    return () => created.dispose();
  }, [transport, theme]);

  const isMoving = isPlaying || isArriving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a surface that was just created is drawn, and the drawing depends on the others through the ports above.
  useEffect(() => surface.current?.refresh(isMoving), [transport, theme, isMoving, item, durationS, peaks, t]);

  const isLong = (durationS ?? 0) >= ZOOM_FROM_S;
  return (
    <>
      <span ref={position} className={styles.time} />
      <div className={styles.wave} data-empty={isEmpty ? '' : undefined}>
        <canvas ref={canvas} className={styles.canvas} aria-hidden />
        <input
          ref={slider}
          type="range"
          className={styles.slider}
          aria-label={t('player.position')}
          min={0}
          step="any"
          defaultValue={0}
          disabled={isEmpty}
        />
        {isReceiving && (
          <p role="status" className={styles.receiving}>
            {t('player.receiving')}
          </p>
        )}
      </div>
      <span ref={length} className={styles.length} />
      {isLooping && (
        <IconButton
          size="small"
          label={t('player.endLoop')}
          icon={<Repeat size={16} aria-hidden />}
          className={styles.loop}
          onClick={() => setLoop(null)}
        />
      )}
      {isLong && !isCompact && <ZoomButtons onZoom={(factor) => surface.current?.zoom(factor)} />}
    </>
  );
}

function ZoomButtons({ onZoom }: { onZoom: (factor: number) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.zoom}>
      <IconButton
        size="small"
        label={t('player.zoomOut')}
        icon={<ZoomOut size={16} aria-hidden />}
        onClick={() => onZoom(1 / ZOOM_STEP)}
      />
      <IconButton
        size="small"
        label={t('player.zoomIn')}
        icon={<ZoomIn size={16} aria-hidden />}
        onClick={() => onZoom(ZOOM_STEP)}
      />
    </div>
  );
}

/**
 * Returns a function for the peaks of the loaded sound: those that have arrived so far, or those of the file once they
 * are read.
 */
function usePeaks(): () => Peaks | undefined {
  const { peaks, decoder } = useSound();
  const item = usePlayer((state) => (state.guest === null ? state.item : state.guest.item));
  const script = usePlayer((state) => state.guest?.script);
  const live = usePlayer((state) => (state.guest === null ? state.live : null));
  const [beginLoad] = useState(staleGuard);
  const [read, setRead] = useState<{ mediaId: string; peaks: Peaks | undefined } | null>(null);
  useEffect(() => {
    if (item === null) return;
    const isLatest = beginLoad();
    void peaks.load({ mediaId: item.mediaId, format: item.audio.format }).then((found) => {
      if (isLatest()) setRead({ mediaId: item.mediaId, peaks: found });
    });
    return () => void beginLoad();
  }, [peaks, beginLoad, item]);
  return () => {
    if (script !== undefined) return script.peaks();
    const take = live === null ? undefined : decoder.take(live.jobId);
    if (take) return peaksOf(take);
    return item !== null && read?.mediaId === item.mediaId ? read.peaks : undefined;
  };
}

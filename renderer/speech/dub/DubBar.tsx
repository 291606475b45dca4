// Above a text whose lines keep the times of subtitles: how many fit, the way through those that do not, and fitting all.

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { fitText } from '../../items/fit-text.ts';
import { useCommand, useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ScriptPlayer } from '../script/script-player.ts';
import type { ScriptStore } from '../script/script-store.ts';
import styles from './DubBar.module.css';
import { fittingSpeeds } from './fit-steps.ts';
import { fitsOf, isUnfit, nextUnfit, type TimedScript } from './line-fits.ts';
import type { ScriptVideoPort } from './use-script-video.ts';
import { VideoMenu } from './VideoMenu.tsx';

type DubBarProps = {
  script: ScriptStore;
  player: Pick<ScriptPlayer, 'timeline'>;
  /** Sets the speeds of lines, by index. */
  onSpeeds: (speeds: ReadonlyMap<number, number>) => void;
  video: ScriptVideoPort;
};

/** The bar. It says nothing while all lines fit. */
export function DubBar({ script, player, onSpeeds, video }: DubBarProps) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const lines = useStore(script, (state) => state.lines);
  const maxSpeedUp = useStore(script, (state) => state.maxSpeedUp);
  const timeline = player.timeline();
  const { fits, counts, isEstimated } = fitsOf({ lines, maxSpeedUp, timeline });
  const speeds = useMemo(() => fittingSpeeds({ lines, maxSpeedUp, timeline }), [lines, maxSpeedUp, timeline]);
  const willFit = [...fits.values()].filter(({ kind }) => kind === 'willFit').length;
  const hasUnfit = [...fits.values()].some(isUnfit);
  /** The script with what was just typed. */
  const settled = (): TimedScript => {
    script.getState().settle();
    const now = script.getState();
    return { lines: now.lines, maxSpeedUp: now.maxSpeedUp, timeline: player.timeline() };
  };
  const go = (way: 'next' | 'previous'): void => {
    const now = settled();
    const { currentIndex, showLine } = script.getState();
    const line = now.lines[nextUnfit(fitsOf(now), currentIndex, way) ?? -1];
    if (line !== undefined) showLine(line.id);
  };
  const fitAll = (): void => onSpeeds(fittingSpeeds(settled()));
  useCommand('script.nextUnfit', () => go('next'));
  useCommand('script.previousUnfit', () => go('previous'));
  useCommand('script.fitAll', fitAll);
  const fit = fitText(counts, t);
  return (
    <div className={styles.bar}>
      <p role="status">
        {(hasUnfit || willFit > 0) &&
          [
            isEstimated ? t('dub.fitAbout', { fit }) : fit,
            ...(willFit > 0 ? [t('dub.willFitCount', { count: willFit })] : []),
          ].join(t.separators.fact)}
      </p>
      {hasUnfit && (
        <>
          <IconButton
            size="small"
            label={t('command.script.previousUnfit')}
            aria-keyshortcuts={keysOf('script.previousUnfit')}
            icon={<ChevronUp size={16} aria-hidden />}
            onClick={() => go('previous')}
          />
          <IconButton
            size="small"
            label={t('command.script.nextUnfit')}
            aria-keyshortcuts={keysOf('script.nextUnfit')}
            icon={<ChevronDown size={16} aria-hidden />}
            onClick={() => go('next')}
          />
          <Button disabled={speeds.size === 0} onClick={fitAll}>
            {t('dub.fitAll')}
          </Button>
        </>
      )}
      <VideoMenu port={video} />
    </div>
  );
}

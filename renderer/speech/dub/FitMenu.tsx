// The menu at a line that misses its time: what makes it fit.

import { Gauge, PencilLine, TimerReset } from 'lucide-react';
import { useStore } from 'zustand';
import { SPEED } from '../../../shared/speech/limits.ts';
import { useTranslation } from '../../services.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import type { OpenLineMenu } from '../script/LineMenu.tsx';
import type { ScriptPlayer } from '../script/script-player.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { canSpeakAt } from './fit-steps.ts';
import { fitsOf, waysToFit } from './line-fits.ts';

type FitMenuProps = {
  script: ScriptStore;
  player: Pick<ScriptPlayer, 'timeline'>;
  open: OpenLineMenu | null;
  onSpeed: (index: number, speed: number) => void;
  onShorten: (index: number, byMs: number) => void;
  onClose: () => void;
};

/** The menu; it is at the mark of its line. */
export function FitMenu({ script, player, open, onSpeed, onShorten, onClose }: FitMenuProps) {
  const { t } = useTranslation();
  const lines = useStore(script, (state) => state.lines);
  const maxSpeedUp = useStore(script, (state) => state.maxSpeedUp);
  const entriesOf = (lineId: string): MenuEntry[] => {
    const index = lines.findIndex(({ id }) => id === lineId);
    const line = lines[index];
    if (line === undefined) return [];
    const timed = { lines, maxSpeedUp, timeline: player.timeline() };
    const way = waysToFit(timed).get(index);
    const before = lines.findLast(({ sent }, at) => at < index && sent.isSpoken);
    const isLate = fitsOf(timed).fits.get(index)?.kind === 'late';
    const speedLabel = (speed: number): string => {
      if (line.record?.isLocked) return t('dub.locked');
      if (speed <= SPEED.max) return t('dub.speak', { speed: speed.toFixed(2) });
      return t('dub.tooFast', { limit: String(SPEED.max) });
    };
    return [
      ...(way === undefined
        ? []
        : [
            {
              id: 'speed',
              label: speedLabel(way.speed),
              icon: <Gauge size={16} aria-hidden />,
              isDisabled: !canSpeakAt(line, way.speed),
              onSelect: () => onSpeed(index, way.speed),
            },
          ]),
      ...(way === undefined || way.pausesByMs === 0
        ? []
        : [
            {
              id: 'pauses',
              label: t('dub.shorten', { seconds: (way.pausesByMs / 1000).toFixed(1) }),
              icon: <TimerReset size={16} aria-hidden />,
              onSelect: () => onShorten(index, way.pausesByMs),
            },
          ]),
      ...(isLate && before !== undefined
        ? [
            {
              id: 'before',
              label: t('dub.goBefore', { number: String(before.sent.line.index + 1) }),
              onSelect: () => script.getState().showLine(before.id),
            },
          ]
        : []),
      {
        id: 'edit',
        label: t('dub.edit'),
        icon: <PencilLine size={16} aria-hidden />,
        onSelect: () => script.getState().showLine(lineId),
      },
    ];
  };
  return (
    <Menu
      at={open?.place ?? null}
      entries={open === null ? [] : entriesOf(open.lineId)}
      isOpen={open !== null}
      onOpenChange={(next) => !next && onClose()}
    />
  );
}

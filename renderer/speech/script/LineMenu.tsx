// The menu of one line: its pause, whether its take is final, and requesting it again.

import { AudioLines, BookOpen, Drama, Lock, Pause, Play, Repeat1, RotateCw, X } from 'lucide-react';
import { useStore } from 'zustand';
import { isCancellable } from '../../../shared/app/job-states.ts';
import { isUnderWay, isUsable } from '../../../shared/script/line-state.ts';
import { useCommons, useSession, useTranslation } from '../../services.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { decideNames } from '../cast/cast-steps.ts';
import { headingText } from '../chapters/chapters.ts';
import type { LineChange, ScriptLineView } from './script-lines.ts';
import { changeLine } from './script-steps.ts';
import type { ScriptStore } from './script-store.ts';

/** The pauses that are offered, in seconds; null is that of the script. */
const PAUSES_S = [null, 0, 0.2, 0.5, 1, 2, 5] as const;

/** The line whose menu is open, and the button that opened it. */
export type OpenLineMenu = { lineId: string; place: Element };

type LineMenuProps = {
  script: ScriptStore;
  open: OpenLineMenu | null;
  onLoop: (lineId: string) => void;
  onCompare: (line: ScriptLineView) => void;
  /** Opens the menu of directions in the place of this one. */
  onDirect: (open: OpenLineMenu) => void;
  onRedo: (lineId: string) => void;
  onClose: () => void;
};

/** The menu; it is at the button of its line. */
export function LineMenu({ script, open, onLoop, onCompare, onDirect, onRedo, onClose }: LineMenuProps) {
  const { t } = useTranslation();
  const line = useStore(script, ({ lines }) => lines.find(({ id }) => id === open?.lineId));
  const { history } = useCommons();
  const setJobPaused = useSession((session) => session.setJobPaused);
  const cancelJob = useSession((session) => session.cancelJob);
  const change = (lineId: string, next: LineChange): void => changeLine({ script, history }, lineId, next);
  /** What stands before the colon of the line is a role, or is not. */
  const nameEntries = ({ sent, record }: ScriptLineView): MenuEntry[] => {
    const { role: name } = sent.line;
    if (name === '' || record?.role !== undefined) return [];
    const isRole = sent.unspoken > 0;
    return [
      {
        id: 'name',
        label: t(isRole ? 'lineTakes.readAloud' : 'lineTakes.makeRole', { name }),
        onSelect: () => void decideNames({ script, history }, [name], isRole),
      },
    ];
  };
  const entries: MenuEntry[] = [];
  if (line !== undefined) {
    const { id, record, used, job } = line;
    entries.push(
      {
        id: 'redo',
        label: t('lines.redo', { number: String(line.sent.line.index + 1) }),
        icon: <RotateCw size={16} aria-hidden />,
        isDisabled: !line.sent.isSpoken || isUnderWay(line.state),
        onSelect: () => onRedo(id),
      },
      ...(job?.state === 'queued'
        ? [
            {
              id: 'pauseRequest',
              label: t(job.isPaused ? 'lineTakes.resumeRequest' : 'lineTakes.pauseRequest'),
              icon: job.isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />,
              onSelect: () => setJobPaused(job.id, !job.isPaused),
            },
          ]
        : []),
      ...(job !== undefined && isCancellable(job)
        ? [
            {
              id: 'cancel',
              label: t('lineTakes.cancel'),
              icon: <X size={16} aria-hidden />,
              onSelect: () => cancelJob(job.id),
            },
          ]
        : []),
      {
        id: 'direction',
        label: t('directions.open'),
        icon: <Drama size={16} aria-hidden />,
        onSelect: () => open && onDirect(open),
      },
      {
        id: 'loop',
        label: t('player.loopLine'),
        icon: <Repeat1 size={16} aria-hidden />,
        isDisabled: !isUsable(used, record),
        onSelect: () => onLoop(id),
      },
      {
        id: 'compare',
        label: t('compareTakes.open'),
        icon: <AudioLines size={16} aria-hidden />,
        isDisabled: line.takes.length < 2,
        onSelect: () => onCompare(line),
      },
      {
        id: 'lock',
        label: t('lineTakes.lock'),
        icon: <Lock size={16} aria-hidden />,
        isChecked: record?.isLocked ?? false,
        isDisabled: used === undefined,
        onSelect: () => change(id, { isLocked: record?.isLocked ? undefined : true }),
      },
      {
        id: 'chapter',
        label: t('lineTakes.chapter'),
        icon: <BookOpen size={16} aria-hidden />,
        isChecked: record?.chapter !== undefined,
        isDisabled: headingText(line) === '',
        onSelect: () => change(id, { chapter: record?.chapter === undefined ? headingText(line) : undefined }),
      },
      {
        id: 'newest',
        label: t('lineTakes.newest'),
        isDisabled: (record?.usedTakeId ?? null) === null,
        onSelect: () => change(id, { usedTakeId: null }),
      },
      ...nameEntries(line),
      'separator',
      ...PAUSES_S.map((seconds): MenuEntry => {
        const ms = seconds === null ? undefined : seconds * 1000;
        const pause = seconds === null ? t('lineTakes.pauseDefault') : t('lineTakes.seconds', { count: seconds });
        return {
          id: `pause-${seconds}`,
          label: t('lineTakes.pause', { pause }),
          isChecked: record?.pauseAfterMs === ms,
          onSelect: () => change(id, { pauseAfterMs: ms }),
        };
      }),
    );
  }
  return (
    <Menu
      at={open?.place ?? null}
      entries={entries}
      isOpen={open !== null}
      onOpenChange={(next) => !next && onClose()}
    />
  );
}

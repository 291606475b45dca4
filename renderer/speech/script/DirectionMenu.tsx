// The menu of directions at the cursor: pauses, speeds, and what the voice of the line can be.

import { useStore } from 'zustand';
import { type Direction, withoutDirections } from '../../../shared/script/directions.ts';
import { findVoice } from '../../../shared/speech/voices.ts';
import { useTranslation } from '../../services.ts';
import { Menu, type MenuEntry, type MenuPlace } from '../../ui/Menu.tsx';
import { emotionName } from '../emotion-name.ts';
import type { ScriptStore } from './script-store.ts';

const PAUSES_S = [0.3, 0.5, 1, 2] as const;
const SPEEDS = [0.8, 0.9, 1.1, 1.2, 1.3] as const;
/** Offered where it is not known what a voice can be. */
const USUAL_EMOTIONS = ['neutral', 'happy', 'sad', 'angry', 'excited'] as const;

/** The line of the menu, and where it is shown. */
export type OpenDirectionMenu = { lineId: string; place: MenuPlace };

type DirectionMenuProps = {
  script: ScriptStore;
  open: OpenDirectionMenu | null;
  /** Writes a direction, with its brackets, into the line; empty takes one away. */
  onChoose: (index: number, kind: Direction['kind'], direction: string) => void;
  onClose: () => void;
};

/** The menu. */
export function DirectionMenu({ script, open, onChoose, onClose }: DirectionMenuProps) {
  const { t } = useTranslation();
  const line = useStore(script, ({ lines }) => lines.find(({ id }) => id === open?.lineId));
  const entries: MenuEntry[] = [];
  if (line !== undefined) {
    const { line: place, voice, spoken } = line.sent;
    const said = withoutDirections(spoken);
    const choose = (kind: Direction['kind'], direction: string) => () => onChoose(place.index, kind, direction);
    const emotions = (voice === null ? undefined : findVoice(voice)?.emotions) ?? USUAL_EMOTIONS;
    entries.push(
      ...PAUSES_S.map((seconds): MenuEntry => {
        const words = t('directions.pause', { seconds: String(seconds) });
        return {
          id: `pause ${seconds}`,
          label: words,
          onSelect: choose('pause', `[${t('directions.pauseWord')} ${seconds}]`),
        };
      }),
      'separator',
      ...SPEEDS.map(
        (speed): MenuEntry => ({
          id: `speed ${speed}`,
          label: `${speed}×`,
          isChecked: said?.speed === speed,
          onSelect: choose('speed', said?.speed === speed ? '' : `[${speed}x]`),
        }),
      ),
      'separator',
      ...emotions.map((emotion): MenuEntry => {
        const name = emotionName(emotion, t);
        const isSet = said?.emotion === emotion;
        return {
          id: emotion,
          label: name,
          isChecked: isSet,
          onSelect: choose('emotion', isSet ? '' : `[${name.toLowerCase()}]`),
        };
      }),
    );
  }
  return (
    <Menu
      at={open?.place ?? null}
      entries={entries}
      isOpen={open !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    />
  );
}

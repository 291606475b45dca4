// The button that saves the open script as sound or as subtitles.

import { ChevronDown } from 'lucide-react';
import { useStore } from 'zustand';
import { isAllMade } from '../../../shared/script/line-state.ts';
import { useCommand, useDialogs, useSession, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { firstWords } from './first-words.ts';
import { linesToExport } from './lines-to-export.ts';
import styles from './ScriptExport.module.css';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';

type ScriptExportProps = {
  script: ScriptStore;
  /** Its timeline has the lengths of lines that are not made yet. */
  player: Pick<ScriptPlayer, 'timeline'>;
  /** Requests what is missing, failed or changed. */
  onGenerate: () => void;
};

/** The button *Export* with its menu. It can be used as soon as a line has something to speak. */
export function ScriptExport({ script, player, onGenerate }: ScriptExportProps) {
  const { openExport } = useDialogs();
  const transferLibrary = useSession((session) => session.transferLibrary);
  const { t } = useTranslation();
  const isEmpty = useStore(script, ({ lines }) => !lines.some(({ sent }) => sent.isSpoken));
  const isMade = useStore(script, ({ plan }) => isAllMade(plan));
  const open = (product: 'sound' | 'subtitles'): void => {
    script.getState().settle();
    const { title, lines, maxSpeedUp, setMaxSpeedUp } = script.getState();
    const exported = linesToExport(lines, player.timeline());
    if (exported.length === 0) return;
    openExport({
      product,
      title: title || firstWords(lines),
      lines: exported,
      maxSpeedUp,
      script: { changeMaxSpeedUp: setMaxSpeedUp, generate: onGenerate },
    });
  };
  const saveProject = (): void => {
    script.getState().settle();
    const { id, title, lines } = script.getState();
    const name = title || firstWords(lines);
    transferLibrary({ kind: 'project', project: { name, itemIds: [], scriptIds: [id] } });
  };
  useCommand('script.saveProject', saveProject);
  useCommand('script.exportSound', () => open('sound'));
  useCommand('script.exportSubtitles', () => open('subtitles'));
  return (
    <Menu
      trigger={
        <Button variant={isMade ? 'primary' : 'plain'} className={styles.export} disabled={isEmpty}>
          {t('script.export')}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
      entries={[
        ...(['sound', 'subtitles'] as const).map((product) => ({
          id: product,
          label: t(`script.export.${product}`),
          onSelect: () => open(product),
        })),
        { id: 'project', label: t('transfer.saveProject'), onSelect: saveProject },
      ]}
    />
  );
}

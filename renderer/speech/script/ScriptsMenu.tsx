// The button that opens the list of scripts.

import { FileText } from 'lucide-react';
import { useShell, useTranslation } from '../../services.ts';
import { latePart } from '../../shell/late-part.tsx';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { ScriptListStore } from './script-list.ts';
import type { ScriptStore } from './script-store.ts';

const ScriptsPanel = latePart(async () => (await import('./ScriptsPanel.tsx')).ScriptsPanel);

type ScriptsMenuProps = { script: ScriptStore; list: ScriptListStore };

/** The button *Scripts* and its list. */
export function ScriptsMenu({ script, list }: ScriptsMenuProps) {
  const setRecentOpen = useShell((shell) => shell.setRecentOpen);
  const { t } = useTranslation();
  const isOpen = useShell((state) => state.recentOpen === 'speech');
  return (
    <Popover
      label={t('script.list')}
      side="bottom"
      isOpen={isOpen}
      onOpenChange={(next) => setRecentOpen(next ? 'speech' : null)}
      trigger={
        <Button variant="plain">
          <FileText size={14} aria-hidden />
          {t('script.list')}
        </Button>
      }
    >
      <ScriptsPanel script={script} list={list} />
    </Popover>
  );
}

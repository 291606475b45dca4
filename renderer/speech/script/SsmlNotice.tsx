// Says that the text has SSML tags, which would be spoken, and removes them.

import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { stripSsml } from '../../../shared/script/ssml.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ScriptStore } from './script-store.ts';
import styles from './TextNotice.module.css';

type SsmlNoticeProps = {
  script: ScriptStore;
  /** The ids of scripts in which a person keeps the tags. */
  keptIn: ReadonlySet<string>;
  onKeep: (scriptId: string) => void;
};

/** The notice; it is there while the text has such tags, until a person keeps them in this script. */
export function SsmlNotice({ script, keptIn, onKeep }: SsmlNoticeProps) {
  const { t } = useTranslation();
  const id = useStore(script, (state) => state.id);
  // The lines follow the text at intervals, so that a long text is not read after every key.
  const lines = useStore(script, (state) => state.lines);
  const isKept = keptIn.has(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `lines`.
  const found = useMemo(() => (isKept ? undefined : stripSsml(script.getState().text)), [script, isKept, lines]);
  if (found === undefined) return null;
  const remove = (): void => {
    const { settle, setText } = script.getState();
    settle();
    setText(stripSsml(script.getState().text)?.text ?? script.getState().text);
  };
  return (
    <div className={styles.notice} role="status">
      <p>
        {[t('ssml.found'), ...(found.breakCount > 0 ? [t('ssml.breaks', { count: found.breakCount })] : [])].join(
          t.separators.sentence,
        )}
      </p>
      <Button variant="link" onClick={remove}>
        {t('ssml.remove')}
      </Button>
      <IconButton
        size="small"
        label={t('ssml.dismiss')}
        icon={<X size={14} aria-hidden />}
        onClick={() => onKeep(id)}
      />
    </div>
  );
}

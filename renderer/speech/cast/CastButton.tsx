// The button that opens the cast: it names the roles with the most lines.

import { type Ref, useMemo } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ScriptStore } from '../script/script-store.ts';
import styles from './Cast.module.css';
import { CAST_PANEL_ID } from './CastLayout.tsx';

/** Number of roles that are named. */
const NAMED = 2;

type CastButtonProps = {
  ref: Ref<HTMLButtonElement>;
  script: ScriptStore;
  isOpen: boolean;
  onToggle: () => void;
};

/** *Cast: Anna, Ben*. */
export function CastButton({ ref, script, isOpen, onToggle }: CastButtonProps) {
  const { t, locale } = useTranslation();
  const roles = useStore(script, (state) => state.roles);
  const names = useMemo(
    () =>
      roles
        .filter(({ name }) => name !== '')
        .sort((a, b) => b.lineCount - a.lineCount)
        .map(({ name }) => name),
    [roles],
  );
  const shown = names.slice(0, NAMED).join(t.separators.list);
  const others = names.length - NAMED;
  return (
    <Button
      ref={ref}
      variant="plain"
      className={styles.open}
      aria-label={t('cast.title')}
      aria-expanded={isOpen}
      aria-controls={isOpen ? CAST_PANEL_ID : undefined}
      onClick={onToggle}
    >
      <span className={styles.names}>
        {names.length === 0 && t('cast.title')}
        {names.length > 0 &&
          (others > 0
            ? t('cast.namedMore', { names: shown, count: formatCount(others, locale) })
            : t('cast.named', { names: shown }))}
      </span>
    </Button>
  );
}

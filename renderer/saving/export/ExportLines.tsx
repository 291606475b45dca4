// The part of the export dialog that counts lines which are not ready, and asks what becomes of them.

import { useStore } from 'zustand';
import { countStates } from '../../items/export-lines.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './ExportDialog.module.css';
import type { AskedExport, ExportStore } from './export-store.ts';

type ExportLinesProps = { store: ExportStore; asked: AskedExport; isRunning: boolean };

/** Missing, failed and changed lines; nothing if all are ready. */
export function ExportLines({ store, asked, isRunning }: ExportLinesProps) {
  const { t } = useTranslation();
  const { missing: missingChoice, changed: changedChoice } = useStore(store, (state) => state.choices);
  const { change, generate } = store.getState();
  const { missing, failed, changed } = countStates(asked.lines);
  if (missing + failed + changed === 0) return null;
  const counts = [
    ...(missing > 0 ? [t('export.lines.missing', { count: missing })] : []),
    ...(failed > 0 ? [t('export.lines.failed', { count: failed })] : []),
    ...(changed > 0 ? [t('export.lines.changed', { count: changed })] : []),
  ];
  return (
    <div className={styles.lines}>
      <p>{counts.join(t.separators.sentence)}</p>
      {missing + failed > 0 && (
        <Select
          label={t('export.withoutSound')}
          value={missingChoice}
          options={(['silence', 'skip'] as const).map((value) => ({ value, label: t(`export.withoutSound.${value}`) }))}
          isDisabled={isRunning}
          onChange={(next: 'silence' | 'skip') => change({ missing: next })}
        />
      )}
      {changed > 0 && (
        <Select
          label={t('export.changedLines')}
          value={changedChoice}
          options={(['use', 'skip'] as const).map((value) => ({ value, label: t(`export.changedLines.${value}`) }))}
          isDisabled={isRunning}
          onChange={(next: 'use' | 'skip') => change({ changed: next })}
        />
      )}
      <Button disabled={isRunning} onClick={generate}>
        {t('export.generate')}
      </Button>
    </div>
  );
}

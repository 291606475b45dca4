// The button that shows what was saved in its folder.

import type { SavedFile } from '../../shared/contract/provenance.ts';
import type { AppError } from '../../shared/errors.ts';
import { useCommons, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ShowSaved.module.css';
import { showSaved } from './saved-files.ts';

type ShowSavedProps = { files: readonly SavedFile[]; report: (error: AppError | null) => void };

/** The button; the last file is selected in the folder. Nothing, if there is none. */
export function ShowSaved({ files, report }: ShowSavedProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const last = files.at(-1);
  if (last === undefined) return null;
  return (
    <Button className={styles.button} onClick={() => void showSaved(commons, last).then(report)}>
      {t('transfer.show')}
    </Button>
  );
}

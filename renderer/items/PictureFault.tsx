// Says what is wrong with the file of a result, and offers to save it as it was received.

import { FileWarning } from 'lucide-react';
import type { EditItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { useCommons, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { saveCopy, saveLabel } from './item-actions.ts';
import styles from './MissingFile.module.css';
import { faultText } from './picture-text.ts';

type PictureFaultProps = { item: EditItem; report: (failure: AppError | null) => void };

/** The notice about a result whose file is damaged or cannot be shown; renders nothing for any other. */
export function PictureFault({ item, report }: PictureFaultProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const text = faultText(item, t);
  if (text === '') return null;
  return (
    <div className={styles.notice} role="note" aria-label={text}>
      <p className={styles.title}>
        <FileWarning size={16} aria-hidden className={styles.icon} />
        {text}
      </p>
      <p className={styles.place}>{t('picture.fault.advice')}</p>
      <Button onClick={() => void saveCopy(commons, item, 'received').then(report)}>
        {saveLabel(item, 'received', t)}
      </Button>
    </div>
  );
}

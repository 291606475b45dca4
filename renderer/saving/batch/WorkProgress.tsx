// The progress of work in a dialog, also in words, with *Cancel*.

import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './BatchDialog.module.css';

type WorkProgressProps = { label: string; text: string; doneRatio: number; onCancel: () => void };

/** The bar, the words, and the button. @param doneRatio 0 to 1 */
export function WorkProgress({ label, text, doneRatio, onCancel }: WorkProgressProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.running}>
      <ProgressBar label={label} valueText={text} doneRatio={doneRatio} />
      <span aria-hidden>{text}</span>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </div>
  );
}

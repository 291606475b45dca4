// The mark of the picture in the history that is being edited.

import { Pencil } from 'lucide-react';
import { useTranslation } from '../../services.ts';
import styles from './History.module.css';

/** The mark, in the corner of a tile. */
export function EditedMark() {
  const { t } = useTranslation();
  return (
    <span className={styles.edited} title={t('images.editedNow')} aria-hidden>
      <Pencil size={12} />
    </span>
  );
}

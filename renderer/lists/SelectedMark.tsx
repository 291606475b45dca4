// The mark of a selected row.

import { Check } from 'lucide-react';
import { useTranslation } from '../services.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './SelectedMark.module.css';

type SelectedMarkProps = {
  /** Defines its place. */
  className: string | undefined;
  /** The row states by itself that it is selected, as a grid cell does. */
  isSilent?: boolean;
};

/** A check mark in a disc, also seen in forced colours. */
export function SelectedMark({ className, isSilent = false }: SelectedMarkProps) {
  const { t } = useTranslation();
  const role = isSilent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t('common.selected') };
  return (
    <span className={classNames(styles.mark, className)} {...role}>
      <Check size={12} strokeWidth={3} aria-hidden />
    </span>
  );
}

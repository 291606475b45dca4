// A button of the bar above a result; in a narrow window only its icon is seen.

import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './ResultBar.module.css';

type BarButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & { icon: ReactNode; label: string };

/** The button. */
export function BarButton({ icon, label, ...props }: BarButtonProps) {
  return (
    <Button variant="plain" title={label} {...props}>
      {icon}
      <span className={styles.label}>{label}</span>
    </Button>
  );
}

// The common layout of the features' screens: content in the middle, a panel at the right. Independent of the features.

import type { ComponentProps, ReactNode } from 'react';
import styles from './FeatureLayout.module.css';

type FeatureLayoutProps = ComponentProps<'div'> & { leading?: ReactNode; panel?: ReactNode };

/** A screen: leading column, content, right panel. Other properties go to the outer element, for drag and drop. */
export function FeatureLayout({ children, leading, panel, ...frame }: FeatureLayoutProps) {
  return (
    <div {...frame} className={styles.view}>
      {leading}
      <div className={styles.main}>{children}</div>
      {panel}
    </div>
  );
}

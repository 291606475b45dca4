// The frame every feature's screen shares: its work in the middle, a panel at the right. It must not know the features.

import type { ComponentProps, ReactNode } from 'react';
import styles from './FeatureLayout.module.css';

type FeatureLayoutProps = ComponentProps<'div'> & { leading?: ReactNode; panel?: ReactNode };

/** A screen: what leads it, its middle, its panel. Other properties are those of the frame, for drops. */
export function FeatureLayout({ children, leading, panel, ...frame }: FeatureLayoutProps) {
  return (
    <div {...frame} className={styles.view}>
      {leading}
      <div className={styles.main}>{children}</div>
      {panel}
    </div>
  );
}

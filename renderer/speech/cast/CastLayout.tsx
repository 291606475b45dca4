// Editor and takes, with the cast beside them, or over them where the window is narrow.

import type { ReactNode } from 'react';
import styles from './Cast.module.css';

/** Id of the open cast's element. */
export const CAST_PANEL_ID = 'cast-panel';

/** `panel` is the cast, if it is open. */
export function CastLayout({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.beside}>
      <div className={styles.main}>{children}</div>
      {panel}
    </div>
  );
}

// Says over a place what dropping the held pictures there does. The pictures are dropped on what is below.

import { classNames } from '../../ui/class-names.ts';
import styles from './DropZone.module.css';

/** What bringing pictures does: over the canvas they open instead of what is there, on the prompt bar they are added. */
export type Meaning = 'open' | 'add';
/** Pictures that are held over the screen, and where. */
export type Held = { meaning: Meaning; count: number };

/** The zone. @param isAimed the pictures are held over it */
export function DropZone({ text, hint, isAimed }: { text: string; hint?: string; isAimed: boolean }) {
  return (
    <div className={classNames(styles.zone, isAimed && styles.aimed)}>
      <p className={styles.text}>{text}</p>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}

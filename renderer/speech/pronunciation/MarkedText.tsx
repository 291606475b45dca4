// A text whose differences from another one are marked.

import styles from './Pronunciation.module.css';
import type { MarkedPiece } from './rules-text.ts';

/** The text; differences are `<mark>` elements. */
export function MarkedText({ pieces }: { pieces: readonly MarkedPiece[] }) {
  return pieces.map(({ text, isDifferent }, index) =>
    isDifferent ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity except their position.
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

// A focusable element for the keys that move the pictures of a comparison.

import styles from './CompareView.module.css';

/** The element; it covers the surface, and pointers pass through. */
export function Panner({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no HTML element represents a picture that is moved by keys.
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with Shift and the arrow keys.
      tabIndex={0}
      className={styles.control}
      aria-label={label}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown"
    />
  );
}

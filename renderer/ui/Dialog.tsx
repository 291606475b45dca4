// A modal dialog for long texts: title, close button, content.

import type { DialogProps } from './late/Dialog.tsx';
import { useControls } from './late-controls.ts';

/**
 * The dialog; it is in the document only while open. Escape or a click outside closes it. The focus begins in what has
 * `data-initial-focus`, or else in its first field, or in its content.
 */
export function Dialog(props: DialogProps) {
  const controls = useControls();
  return controls && <controls.Dialog {...props} />;
}

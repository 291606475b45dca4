// The practice relay works beside the system's GTK for as long as somebody practises.

import { test } from 'vitest';
import { editBesideGtk, gtkMissing } from './beside-gtk.ts';

test('200 edits in a process that has the system’s GTK', async ({ skip }) => {
  const missing = gtkMissing();
  skip(missing !== undefined, missing);
  await editBesideGtk(200);
});

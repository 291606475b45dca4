// The practice relay works in a process with the system's GTK during long use.

import { test } from 'vitest';
import { editBesideGtk, gtkMissing } from './beside-gtk.ts';

test('200 edits in a process that has the system’s GTK', async ({ skip }) => {
  const missing = gtkMissing();
  skip(missing !== undefined, missing);
  await editBesideGtk(200);
});

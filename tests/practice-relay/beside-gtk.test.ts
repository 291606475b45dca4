// The practice relay works in a process with the system's GTK. The long version is beside-gtk.long.test.ts.

import { test } from 'vitest';
import { editBesideGtk, gtkMissing } from './beside-gtk.ts';

test('edits in a process that has the system’s GTK', async ({ skip }) => {
  const missing = gtkMissing();
  skip(missing !== undefined, missing);
  await editBesideGtk(6);
});

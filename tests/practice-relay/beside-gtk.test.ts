// The practice relay works beside the system's GTK. The same for longer: beside-gtk.long.test.ts.

import { test } from 'vitest';
import { editBesideGtk, gtkMissing } from './beside-gtk.ts';

test('edits in a process that has the system’s GTK', async ({ skip }) => {
  const missing = gtkMissing();
  skip(missing !== undefined, missing);
  await editBesideGtk(6);
});

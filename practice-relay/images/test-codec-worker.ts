// A worker for the tests of the codec: decodes files at their own size.

import type { Bytes } from '../bytes.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { decodePicture, inspectPicture } from './codec.ts';

serveJobs<Bytes, Uint8Array | undefined>(async function* (file) {
  const facts = await inspectPicture(file);
  const picture = facts && (await decodePicture(file, facts, facts, 'fill'));
  // Without the memory around it, which is larger and would be copied too.
  yield picture?.data.slice();
});

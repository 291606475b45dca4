// Received bytes that no item and no job accounts for, found at the start, become items of their own: whatever lost
// their job, a fault or a damaged database, they may have been paid for.

import { stat } from 'node:fs/promises';
import { isJobOver } from '../../shared/job-states.ts';
import { contentFacts, recogniseContent } from '../../shared/reply-contents.ts';
import { SNIFF_BYTES } from '../../shared/speech/sniff.ts';
import { readHead } from '../files.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import type { JobRecord } from './job-record.ts';
import { titleOf } from './title.ts';

/** What the recovery needs. `findJob` returns undefined for a job that is not known any more. */
export type RecoveryTools = {
  media: MediaStore;
  library: Pick<Library, 'add' | 'addMedia'>;
  findJob: (id: string) => Promise<JobRecord | undefined>;
  onRecovered: (itemId: string) => void;
};

/** An item's id, and a job's: random, of version 4. */
const JOB_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Removes incoming files that are accounted for, and makes items of the others. Call it once, at the start. A file that
 * cannot be moved now stays for the next start.
 * @throws the disk's error.
 */
export async function recoverLeftovers(tools: RecoveryTools): Promise<void> {
  const { media } = tools;
  for (const name of await media.leftovers()) {
    const job = await tools.findJob(name);
    if (job && !isJobOver(job.state)) continue;
    // A job that ended as planned has its item, or there was nothing to keep.
    if (job ? job.error?.code === 'internal.bug' : JOB_ID.test(name)) await recover(name, job, tools);
    // Any other file is a picture that can be had again.
    else await media.discardIncoming(name);
  }
}

/** Makes an item of a file; its id is the job's, so that doing it twice makes one item. */
async function recover(id: string, job: JobRecord | undefined, tools: RecoveryTools): Promise<void> {
  const { media, library } = tools;
  const file = await media.identify(id);
  if (!file || file.sizeBytes === 0) return media.discardIncoming(id);
  const path = media.incomingPath(id);
  const content = recogniseContent(await readHead(path, SNIFF_BYTES));
  const { extension, mime } = contentFacts(content);
  const createdAtMs = job?.createdAtMs ?? Math.round((await stat(path)).mtimeMs);
  await library.addMedia({ ...file, extension, mime, pcmRateHz: null });
  const text = job?.kind === 'edit' ? job.request.prompt : (job?.request.text ?? '');
  const connectionName = job?.arrival?.connectionName ?? '';
  await library.add({ id, kind: 'reply', title: titleOf(text), createdAtMs, connectionName, ...file, content });
  // Last: a crash before it leaves the incoming file, from which the same item is made again.
  await media.keep(id, file.mediaId, extension);
  tools.onRecovered(id);
}

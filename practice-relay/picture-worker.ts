// The picture thread. In the folder of main.ts, because the bundle puts both into one folder.

import { memoryOf } from './bytes.ts';
import { type EditOutput, runEditJob } from './images/job.ts';
import { serveJobs } from './threads/serve-jobs.ts';

/** The file of an output. */
function fileIn(output: EditOutput): ArrayBuffer[] {
  if (output.kind === 'refused') return [];
  return memoryOf([output.kind === 'preview' ? output.png : output.file]);
}

serveJobs(runEditJob, fileIn);

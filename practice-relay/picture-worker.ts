// The picture thread: sharp and OpenCV. In the folder of main.ts, because the bundle puts both into one folder.

import { runEditJob } from './images/job.ts';
import { serveJobs } from './threads/serve-jobs.ts';

serveJobs(runEditJob);

// The picture thread: sharp and OpenCV. Beside main.ts, as the bundle has them side by side.

import { runEditJob } from './images/job.ts';
import { serveJobs } from './threads/serve-jobs.ts';

serveJobs(runEditJob);

// The speech thread: eSpeak and the audio encoders. Beside main.ts, as the bundle has them side by side.

import { runSpeechJob } from './speech/job.ts';
import { serveJobs } from './threads/serve-jobs.ts';

serveJobs(runSpeechJob);

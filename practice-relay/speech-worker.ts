// The speech thread: eSpeak and the audio encoders. In the folder of main.ts, because the bundle puts both into one
// folder.

import { runSpeechJob } from './speech/job.ts';
import { serveJobs } from './threads/serve-jobs.ts';

serveJobs(runSpeechJob);

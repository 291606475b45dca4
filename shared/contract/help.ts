// Schemas of help: what the app runs on, and the report of a problem.

import { z } from 'zod';

/** What the app runs on. `electron` and `chromium` are null outside Electron. */
export const runtimeSchema = z.strictObject({
  electron: z.string().nullable(),
  chromium: z.string().nullable(),
  node: z.string(),
  /** Name, release and processor of the system: `Linux 6.8.0 x64`. */
  system: z.string(),
});

/** The files of a report, as they will be written into the folder `folderName`. */
export const problemReportSchema = z.strictObject({
  folderName: z.string(),
  files: z.array(z.strictObject({ name: z.string(), text: z.string() })),
});

export type Runtime = z.infer<typeof runtimeSchema>;
export type ProblemReport = z.infer<typeof problemReportSchema>;

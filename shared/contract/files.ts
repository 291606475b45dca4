// Schemas of files that a person opens with the app from outside: the desktop's "open with", the command line.

import { z } from 'zod';
import { bytesSchema } from './bytes.ts';

/** An opened file. `bytes` is null if it could not be read, or exceeds the import limit. */
export const openedFileSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['picture', 'text']),
  bytes: bytesSchema.nullable(),
});

export type OpenedFile = z.infer<typeof openedFileSchema>;

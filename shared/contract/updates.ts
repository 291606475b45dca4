// Schemas of newer versions of the app.

import { z } from 'zod';

/** The address that offers versions, and whether this build can install one itself. */
export const updateFactsSchema = z.strictObject({ downloadUrl: z.string(), isSelfUpdating: z.boolean() });

/** The result of a check for updates. `version` is empty except for `available`. */
export const updateStateSchema = z.strictObject({
  step: z.enum(['current', 'available', 'ready', 'failed']),
  version: z.string(),
});

export type UpdateFacts = z.infer<typeof updateFactsSchema>;
export type UpdateState = z.infer<typeof updateStateSchema>;

// Schemas of the app as a whole: what a window needs when it opens.

import { z } from 'zod';
import { COMMAND_IDS, KEY_FOCUS, SCREENS } from '../app/commands.ts';
import { LOCALE_TAGS } from '../i18n/index.ts';
import { runtimeSchema } from './help.ts';
import { jobSchema, queueSchema } from './jobs.ts';
import { maintenanceSchema } from './recovery.ts';
import { connectionSchema, keyProtectionSchema, settingsSchema } from './settings.ts';
import { storageHealthSchema, storageSchema } from './storage.ts';
import { transferSchema } from './transfers.ts';
import { updateFactsSchema } from './updates.ts';

/** The practice relay as a child process of the app. */
export const practiceStateSchema = z.enum(['starting', 'running', 'failed']);

export const appStateSchema = z.strictObject({
  version: z.string(),
  platform: z.string(),
  runtime: runtimeSchema,
  locale: z.enum(LOCALE_TAGS),
  settings: settingsSchema,
  connections: z.array(connectionSchema),
  keyProtection: keyProtectionSchema,
  storage: storageSchema,
  storageHealth: storageHealthSchema,
  maintenance: maintenanceSchema,
  transfer: transferSchema,
  practice: practiceStateSchema,
  /** Whether the pages run in Chromium's sandbox; false where the program was started with `--no-sandbox`, as root needs it. */
  isSandboxed: z.boolean(),
  /** Null if there is no place that offers versions. */
  updates: updateFactsSchema.nullable(),
  jobs: z.array(jobSchema),
  /** Queues that are paused or backing off; others are not listed. */
  queues: z.array(queueSchema),
});

/** Settings and everything derived from them, after a change. */
export const settingsChangeSchema = appStateSchema.pick({
  locale: true,
  settings: true,
  connections: true,
  keyProtection: true,
});

/** The storage, after its state has changed. */
export const storageChangeSchema = appStateSchema.pick({ storage: true, storageHealth: true });

export const commandIdSchema = z.enum(COMMAND_IDS);

export const keyPlaceSchema = z.strictObject({ screen: z.enum(SCREENS), focus: z.enum(KEY_FOCUS) });

export type AppState = z.infer<typeof appStateSchema>;
export type PracticeState = z.infer<typeof practiceStateSchema>;

// Schemas of work put aside: what was on a screen before something else took its place.

import { z } from 'zod';
import { idSchema, timestampMsSchema } from './common.ts';
import { imagesDraftSchema } from './drafts.ts';
import { pictureSchema } from './media.ts';

/**
 * What a person had on a screen: on Images the draft; the masks are stored by the keys of its pictures. What was on
 * Speech is a script of the library.
 */
const workSchema = z.discriminatedUnion('screen', [
  z.strictObject({ screen: z.literal('images'), body: imagesDraftSchema }),
]);

export const putAsideSchema = z.strictObject({ id: idSchema, atMs: timestampMsSchema, work: workSchema });

/** What a list shows of work put aside. */
export const putAsideEntrySchema = z.strictObject({
  id: idSchema,
  screen: z.enum(workSchema.options.map(({ shape }) => shape.screen.value)),
  atMs: timestampMsSchema,
  /** The beginning of the instruction. */
  excerpt: z.string(),
  /** The first picture and the number of all. */
  picture: pictureSchema.pick({ mediaId: true, widthPx: true, heightPx: true }).extend({ name: z.string() }).nullable(),
  pictureCount: z.number().int().nonnegative(),
});

export type Work = z.infer<typeof workSchema>;
export type WorkScreen = Work['screen'];
export type WorkBody<S extends WorkScreen> = Extract<Work, { screen: S }>['body'];
export type PutAside = z.infer<typeof putAsideSchema>;
export type PutAsideEntry = z.infer<typeof putAsideEntrySchema>;

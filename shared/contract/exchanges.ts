// Schemas of exchanges: one request as it went over the wire and what came back, for a person to look at. Never with the key.

import { z } from 'zod';
import { timestampMsSchema } from './common.ts';

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** What stands for the bytes of a file. `name` is what it was sent as, or a name made up for it. */
const fileSchema = z.strictObject({
  name: z.string(),
  /** Such as `png`; empty when the bytes do not tell. */
  type: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
});

/** Text as it was sent, with a file wherever Base64 of one stood. */
const segmentSchema = z.union([z.string(), fileSchema]);

const bodySchema = z.discriminatedUnion('kind', [
  /** Nothing of the body was written. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('json'), segments: z.array(segmentSchema), isCut: z.boolean() }),
  z.strictObject({
    kind: z.literal('form'),
    parts: z.array(z.strictObject({ name: z.string(), value: z.union([z.string(), fileSchema]) })),
    isCut: z.boolean(),
  }),
]);

const elapsedMsSchema = z.number().nonnegative().nullable();

/** A request on the wire. Times count from `startedAtMs`; null is what did not happen. */
export const exchangeSchema = z.strictObject({
  /** Which try of its job it was, from 1. */
  tryNumber: z.number().int().positive(),
  method: z.string(),
  url: z.string(),
  headers: headersSchema,
  body: bodySchema,
  /** `bodyStart` is empty unless the reply begins with text. */
  reply: z.strictObject({ status: z.number().int(), headers: headersSchema, bodyStart: z.string() }).nullable(),
  /** Why it ended early, as a code; empty when it did not. */
  failure: z.string(),
  startedAtMs: timestampMsSchema,
  /** How long its job had waited in the queue. */
  queuedMs: z.number().nonnegative(),
  connectedMs: elapsedMsSchema,
  writtenMs: elapsedMsSchema,
  firstByteMs: elapsedMsSchema,
  lastByteMs: elapsedMsSchema,
});

export type Exchange = z.infer<typeof exchangeSchema>;
export type ExchangeBody = Exchange['body'];
export type ExchangeFile = z.infer<typeof fileSchema>;
export type ExchangeSegment = z.infer<typeof segmentSchema>;

// Schemas of exchanges: one request as it was sent, and its reply, for a person to inspect. Never with the key.

import { z } from 'zod';
import { partRefSchema, timestampMsSchema } from './common.ts';

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** Replaces the bytes of a file. `name` is the one it was sent with, or a generated one. */
const fileSchema = z.strictObject({
  name: z.string(),
  /** Such as `png`; empty if the bytes do not identify it. */
  type: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
});

/** Text as it was sent, with a file in place of each Base64 file. */
const segmentSchema = z.union([z.string(), fileSchema]);

const bodySchema = z.discriminatedUnion('kind', [
  /** No body was written. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('json'), segments: z.array(segmentSchema), isCut: z.boolean() }),
  z.strictObject({
    kind: z.literal('form'),
    parts: z.array(z.strictObject({ name: z.string(), value: z.union([z.string(), fileSchema]) })),
    isCut: z.boolean(),
  }),
]);

const elapsedMsSchema = z.number().nonnegative().nullable();

/** A request on the wire. Times are relative to `startedAtMs`; null is for events that did not happen. */
export const exchangeSchema = z.strictObject({
  /** Number of this request of its job, from 1. */
  tryNumber: z.number().int().positive(),
  /** The part of a long text that it asks for; null if it asks for all. */
  part: partRefSchema.nullable().default(null),
  method: z.string(),
  url: z.string(),
  headers: headersSchema,
  body: bodySchema,
  /** `bodyStart` is empty unless the reply starts with text. */
  reply: z.strictObject({ status: z.number().int(), headers: headersSchema, bodyStart: z.string() }).nullable(),
  /** Why it ended early, as a code; empty if it did not. */
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

// Schemas of what saved files say about where they come from: the outcome of saving one, and the record beside it.

import { z } from 'zod';
import { REQUEST_FORMS } from '../images/edit-fields.ts';
import { MARK_STATES, RECORD_CONTENTS } from '../library/provenance.ts';
import { appErrorSchema, idSchema } from './common.ts';
import { partSchema } from './images.ts';
import { mediaIdSchema } from './media.ts';

/**
 * A file that was saved. `recordError`: why there is no record beside it, though one was wanted. `fileId`: for
 * `library.showSaved`; files that were dragged have none.
 */
export const savedFileSchema = z.strictObject({
  name: z.string(),
  mark: z.enum(MARK_STATES),
  recordError: appErrorSchema.nullable(),
  fileId: idSchema.exactOptional(),
});

/** Null if the person closed the dialog. */
export const savedSchema = z.strictObject({ file: savedFileSchema.nullable() });

const timeSchema = z.iso.datetime();
const textSchema = z.string();
const sizeSchema = z.number().int().nonnegative();
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What every source says. What is not known is absent. */
const sourceBase = {
  /** Of the item in the library. */
  itemId: idSchema,
  requestedAt: timeSchema.exactOptional(),
  /** `isDemo`: it was made by a program on this computer, without AI. */
  connection: z.strictObject({
    name: textSchema.exactOptional(),
    origin: textSchema.exactOptional(),
    isDemo: z.literal(true).exactOptional(),
  }),
  model: textSchema.exactOptional(),
  /** The bytes as the relay sent them. */
  received: z.strictObject({ sha256: mediaIdSchema, sizeBytes: sizeSchema }),
};

const speechAskedSchema = z.strictObject({
  text: textSchema,
  voice: textSchema.exactOptional(),
  speed: z.number(),
  format: textSchema,
  options: valuesSchema,
});

/** `sha256`: of the picture that was sent; `workingSha256`: of the one it was made from. An address is without its query. */
const pictureSchema = z.union([
  z.strictObject({ sha256: mediaIdSchema, workingSha256: mediaIdSchema }),
  z.strictObject({ address: textSchema }),
]);

const editAskedSchema = z.strictObject({
  instruction: textSchema,
  /** With the text about the mask, if that was sent in place of the instruction. */
  sentInstruction: textSchema.exactOptional(),
  form: z.enum(REQUEST_FORMS),
  options: valuesSchema,
  pictures: z.array(pictureSchema),
  /** The part of the first working picture that was sent; absent for the whole. */
  part: partSchema.exactOptional(),
  /** `sha256`: of the mask that was sent; absent if it was sent in another way. */
  mask: z.strictObject({ coverageSha256: mediaIdSchema, sha256: mediaIdSchema.exactOptional() }).exactOptional(),
});

const speechSourceSchema = z.strictObject({
  ...sourceBase,
  kind: z.literal('speech'),
  /** False if the connection was cut. */
  isComplete: z.boolean(),
  request: speechAskedSchema,
});

const editSourceSchema = z.strictObject({
  ...sourceBase,
  kind: z.literal('edit'),
  request: editAskedSchema,
  /** The instruction as the provider rewrote it. */
  revisedInstruction: textSchema.exactOptional(),
  /** When the relay says that it made the picture. */
  relayMadeAt: timeSchema.exactOptional(),
  /**
   * Of a protected picture: how many pixels outside the mask are not those of the working picture, and how the mask was
   * applied on this computer.
   */
  outsideMask: z.strictObject({ changedPixels: sizeSchema, adjustments: valuesSchema.exactOptional() }).exactOptional(),
});

const replySourceSchema = z.strictObject({
  ...sourceBase,
  kind: z.literal('reply'),
  request: z.union([speechAskedSchema, editAskedSchema]).exactOptional(),
});

/** The record: a JSON file beside a saved one. Without keys, user names in addresses and queries of addresses. */
export const provenanceRecordSchema = z.strictObject({
  format: z.literal('relay-studio-provenance'),
  version: z.literal(1),
  app: z.strictObject({ name: textSchema, version: textSchema }),
  savedAt: timeSchema,
  file: z.strictObject({
    name: textSchema,
    sizeBytes: sizeSchema,
    sha256: mediaIdSchema,
    /** Before the mark was added; absent if none was. */
    unmarkedSha256: mediaIdSchema.exactOptional(),
    mark: z.enum(MARK_STATES),
    content: z.enum(RECORD_CONTENTS),
  }),
  /** What the file was made of, in the order of its lines if it has several. */
  sources: z.array(z.discriminatedUnion('kind', [speechSourceSchema, editSourceSchema, replySourceSchema])),
});

export type SavedFile = z.infer<typeof savedFileSchema>;
export type ProvenanceRecord = z.infer<typeof provenanceRecordSchema>;
export type ProvenanceSource = ProvenanceRecord['sources'][number];

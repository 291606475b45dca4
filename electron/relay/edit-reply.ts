// Interprets the objects of an edit's reply, whether one envelope or a stream of events. Independent of bytes, files
// and downloads.

import type { StreamObject } from './event-reader.ts';
import { type Fields, isFields, textOf } from './json-fields.ts';

/** One picture of a reply, or its error. An empty string counts as absent; base64 takes precedence over an address. */
export type ReplyPicture = {
  revisedPrompt: string;
  source: /** The value of `b64_json`, unchanged. */
  { kind: 'base64'; text: string } | { kind: 'url'; url: string } | { kind: 'failed'; error: Fields };
};

/** The content of an edit's reply. `createdS` and `generatedCount` are null if the reply does not contain them. */
export type EditReply = {
  pictures: ReplyPicture[];
  /** The text of an error about the whole request. */
  errorText: string | undefined;
  createdS: number | null;
  generatedCount: number | null;
};

/** Collects the objects of one reply. */
export type ReplyGatherer = {
  /**
   * @returns the `b64_json` of a picture that can be shown before the reply is complete: a preview, or a finished
   * picture of a stream.
   */
  take: (object: StreamObject) => { base64: string; isFinished: boolean } | undefined;
  /** Pictures sorted by `image_index`, then those without one in order of arrival. */
  reply: () => EditReply;
};

type Placed = ReplyPicture & { imageIndex: number | null; order: number };

/**
 * Interprets the envelope of relay API §2.4 (`data` as an array, an object or empty, or a bare image object) and both
 * dialects of events: one event per picture with `image_index`, or `…completed` with the picture; `…partial_image` is a
 * preview.
 */
export function createReplyGatherer(): ReplyGatherer {
  let placed: Placed[] = [];
  let errorText: string | undefined;
  let createdS: number | null = null;
  let generatedCount: number | null = null;

  const place = (picture: ReplyPicture, imageIndex: number | null): void => {
    // A picture that arrives after its failure replaces the failure.
    placed = placed.filter(
      (known) => imageIndex === null || known.imageIndex !== imageIndex || known.source.kind !== 'failed',
    );
    placed.push({ ...picture, imageIndex, order: imageIndex ?? placed.length });
  };

  return {
    take({ event, fields, text }) {
      const type = textOf(fields.type) || event;
      createdS ??= countOf(fields.created);
      if (isFields(fields.usage)) generatedCount = countOf(fields.usage.generated_images) ?? generatedCount;
      if (type.endsWith('partial_image') || fields.partial_image_index !== undefined)
        return { base64: textOf(fields.b64_json), isFinished: false };
      const entries = entriesOf(fields.data);
      for (const entry of entries) {
        const picture = readPicture(entry);
        if (picture) place(picture, countOf(entry.image_index));
      }
      const imageIndex = countOf(fields.image_index);
      const isAboutOnePicture = imageIndex !== null || /^image/.test(type) || fields.error === undefined;
      const picture = isAboutOnePicture ? readPicture(fields) : undefined;
      if (picture) place(picture, imageIndex);
      else if (entries.length === 0 && isError(fields, type)) errorText ??= text;
      return picture?.source.kind === 'base64' ? { base64: picture.source.text, isFinished: true } : undefined;
    },
    reply: () => ({
      pictures: [...placed]
        .sort((a, b) => a.order - b.order)
        .map(({ revisedPrompt, source }) => ({ revisedPrompt, source })),
      errorText,
      createdS,
      generatedCount,
    }),
  };
}

function entriesOf(data: unknown): Fields[] {
  return Array.isArray(data) ? data.filter(isFields) : isFields(data) ? [data] : [];
}

/** Whether an object without a picture reports an error. */
function isError(fields: Fields, type: string): boolean {
  const hasError = fields.error !== undefined && fields.error !== null && fields.error !== '';
  return (
    hasError || /error|failed/.test(type) || ['message', 'msg', 'detail'].some((name) => textOf(fields[name]) !== '')
  );
}

function readPicture(fields: Fields): ReplyPicture | undefined {
  const revisedPrompt = textOf(fields.revised_prompt);
  const base64 = textOf(fields.b64_json);
  const url = textOf(fields.url);
  if (base64) return { revisedPrompt, source: { kind: 'base64', text: base64 } };
  if (url) return { revisedPrompt, source: { kind: 'url', url } };
  if (typeof fields.error === 'string' && fields.error !== '') {
    return { revisedPrompt, source: { kind: 'failed', error: { message: fields.error } } };
  }
  if (!isFields(fields.error) || Object.keys(fields.error).length === 0) return undefined;
  return { revisedPrompt, source: { kind: 'failed', error: fields.error } };
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

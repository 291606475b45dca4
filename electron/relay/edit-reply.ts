// Interprets the objects of an edit's reply, whether one envelope or a stream of events. Independent of bytes, files
// and downloads.

import { BOUNDS } from '../../shared/bounds.ts';
import { withoutHidden } from '../../shared/text/hidden-characters.ts';
import type { StreamObject } from './event-reader.ts';
import { type Fields, isFields, textOf } from './json-fields.ts';
import { type Encoded, findPictures, isDataUrl } from './picture-search.ts';
import { hasWords } from './reply-words.ts';
import { saysError } from './said-error.ts';
import { isPending, taskOf } from './task-reply.ts';

/** One picture of a reply, or its error. An empty string counts as absent; base64 takes precedence over an address. */
export type ReplyPicture = {
  revisedPrompt: string;
  source: /** The base64 as it is in the reply. */
  { kind: 'base64'; text: string } | { kind: 'url'; url: string } | { kind: 'failed'; error: Fields };
};

/** The content of an edit's reply. `createdS` and `generatedCount` are null if the reply does not contain them. */
export type EditReply = {
  pictures: ReplyPicture[];
  /** The text of an error about the whole request. */
  errorText: string | undefined;
  /** The text of its first object, whatever it says. */
  firstText: string;
  createdS: number | null;
  generatedCount: number | null;
};

/** What an object contributed: pictures of the result, or the base64 of a preview (`''` if it has none). */
type Contribution = { pictures: readonly ReplyPicture[]; preview: string };

/** Collects the objects of one reply. */
export type ReplyGatherer = {
  take: (object: StreamObject) => Contribution;
  /** There were more pictures than a reply may have, of which the others are left out. */
  isOverfull: () => boolean;
  /** Pictures sorted by `image_index`, then those without one in order of arrival. */
  reply: () => EditReply;
};

type Placed = { picture: ReplyPicture; imageIndex: number | null; order: number };

/**
 * Interprets the envelope of relay API §2.4 (`data` as an array, an object or empty, or a bare image object) and both
 * dialects of events: one event per picture with `image_index`, or `…completed` with the picture; `…partial_image` is a
 * preview. Pictures in other places are found by what they are (`findPictures`).
 * @param look tells what a base64 text encodes; undefined if it is none.
 */
export function createReplyGatherer(look: (base64: string) => Encoded | undefined): ReplyGatherer {
  let placed: Placed[] = [];
  let isOverfull = false;
  /** The identities and addresses of all pictures. */
  const known = new Set<string>();
  let errorText: string | undefined;
  /** The first object with a message or a task only: an error, unless pictures come. */
  let remark: string | undefined;
  let firstText: string | undefined;
  let createdS: number | null = null;
  let generatedCount: number | null = null;

  const place = (picture: ReplyPicture, imageIndex: number | null): void => {
    // A picture that arrives after its failure replaces the failure.
    if (imageIndex !== null)
      placed = placed.filter(
        (earlier) => earlier.imageIndex !== imageIndex || earlier.picture.source.kind !== 'failed',
      );
    isOverfull ||= placed.length >= BOUNDS.picturesOfReply;
    if (isOverfull) return;
    placed.push({ picture, imageIndex, order: imageIndex ?? placed.length });
  };

  /** Places the pictures of the documented fields; returns the objects that have one. */
  function placeDocumented({ value, fields, cutText }: StreamObject, type: string): Set<Fields> {
    const documented = new Set<Fields>();
    const placeOf = (entry: Fields): void => {
      const picture = readPicture(entry, look);
      if (!picture || !isUsable(picture, cutText) || (entry === fields && isTaskAddress(picture, value))) return;
      if (picture.source.kind !== 'failed') documented.add(entry);
      if (picture.source.kind === 'url') known.add(picture.source.url);
      if (picture.source.kind === 'base64') known.add(look(picture.source.text)?.identity ?? '');
      place(picture, countOf(entry.image_index));
    };
    for (const entry of entriesOf(Array.isArray(value) ? value : fields.data)) {
      placeOf(entry);
      if (isOverfull) break;
    }
    const isAboutOnePicture = countOf(fields.image_index) !== null || /^image/.test(type) || fields.error === undefined;
    if (isAboutOnePicture) placeOf(fields);
    return documented;
  }

  /** Places the pictures that are in other places of an object, unless an earlier object had them. */
  function placeFound({ value, cutText }: StreamObject, documented: ReadonlySet<Fields>): void {
    for (const { kind, text, parent } of findPictures(value, documented, look, known, BOUNDS.picturesOfReply + 1)) {
      const source = kind === 'url' ? { kind, url: text } : { kind, text };
      const picture: ReplyPicture = { revisedPrompt: withoutHidden(textOf(parent.revised_prompt)), source };
      if (isUsable(picture, cutText) && !isTaskAddress(picture, value)) place(picture, countOf(parent.image_index));
    }
  }

  /** While the relay is still at work, an address outside of `data` is where to ask for the result. */
  function isTaskAddress({ source }: ReplyPicture, value: unknown): boolean {
    return source.kind === 'url' && isPending({ status: 200, value });
  }

  /** Of a text that ended early, an address is of no use, and base64 only if its start shows a picture. */
  function isUsable({ source }: ReplyPicture, cutText: string | undefined): boolean {
    if (source.kind === 'url') return source.url !== cutText;
    return source.kind !== 'base64' || source.text !== cutText || look(source.text)?.isPicture === true;
  }

  return {
    take(object) {
      const { event, value, fields, text } = object;
      const type = textOf(fields.type) || event;
      createdS ??= countOf(fields.created);
      if (isFields(fields.usage)) generatedCount = countOf(fields.usage.generated_images) ?? generatedCount;
      if (type.endsWith('partial_image') || fields.partial_image_index !== undefined) {
        const preview = textOf(fields.b64_json) || findPictures(value, new Set(), look, new Set(), 1)[0]?.text;
        return { pictures: [], preview: preview ?? '' };
      }
      firstText ??= text;
      const before = new Set(placed);
      const documented = placeDocumented(object, type);
      if (!documented.has(fields)) placeFound(object, documented);
      const pictures = placed.filter((one) => !before.has(one)).map(({ picture }) => picture);
      // The failure of one picture is reported with that picture.
      if (pictures.some(({ source }) => source.kind === 'failed')) return { pictures, preview: '' };
      if (saysError(fields, type)) errorText ??= text;
      else if (pictures.length === 0 && hasRemark(object)) remark ??= text;
      return { pictures, preview: '' };
    },
    isOverfull: () => isOverfull,
    reply: () => ({
      pictures: [...placed].sort((a, b) => a.order - b.order).map(({ picture }) => picture),
      errorText: errorText ?? (placed.length === 0 ? remark : undefined),
      firstText: firstText ?? '',
      createdS,
      generatedCount,
    }),
  };
}

/** Whether an object says something in place of a picture. */
function hasRemark({ value }: StreamObject): boolean {
  return hasWords(value) || taskOf({ status: 200, headers: {}, value }) !== undefined;
}

function entriesOf(data: unknown): Fields[] {
  return Array.isArray(data) ? data.filter(isFields) : isFields(data) ? [data] : [];
}

type Look = (base64: string) => Encoded | undefined;

/** Some relays put base64 where an address belongs. */
function readPicture(fields: Fields, look: Look): ReplyPicture | undefined {
  const revisedPrompt = withoutHidden(textOf(fields.revised_prompt));
  const base64 = textOf(fields.b64_json);
  const url = textOf(fields.url);
  if (base64) return { revisedPrompt, source: { kind: 'base64', text: base64 } };
  const encoded = url === '' ? undefined : look(url);
  if (isDataUrl(url) || encoded?.isPicture || encoded?.isMarked)
    return { revisedPrompt, source: { kind: 'base64', text: url } };
  if (url) return { revisedPrompt, source: { kind: 'url', url } };
  if (typeof fields.error === 'string' && fields.error !== '') {
    return { revisedPrompt, source: { kind: 'failed', error: { message: fields.error } } };
  }
  if (!isFields(fields.error) || Object.keys(fields.error).length === 0) return undefined;
  return { revisedPrompt, source: { kind: 'failed', error: fields.error } };
}

/**
 * Returns how many pictures of a request are missing: fewer arrived than were asked for, though as many as that, or
 * more than arrived, were generated or nothing is known about it. 0 if none is missing.
 * @param asked `n` of the request.
 * @param arrived pictures in the reply, failed ones included: those are reported each.
 * @param generated what the relay says to have generated; null if it says nothing.
 */
export function missingCount(asked: number, arrived: number, generated: number | null): number {
  return Math.max(0, Math.max(asked, generated ?? 0) - arrived);
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

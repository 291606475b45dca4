// The texts about a picture's file: what is wrong with a result, its size, a format or a limit. Pure functions.

import type { EditItem } from '../../shared/contract/library.ts';
import type { Picture, ResultPicture } from '../../shared/contract/media.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { FORMAT_NAMES } from '../../shared/images/format-names.ts';
import { exceededLimit } from '../../shared/images/limits.ts';
import { faultOf, isShowable } from '../../shared/images/picture-states.ts';
import { formatSize, type Size, wireSize } from '../../shared/images/size.ts';
import { contentOfMime } from '../../shared/library/reply-contents.ts';
import { formatCount, formatFileSize } from '../../shared/text/format-text.ts';

/** What a picture format is called; of an unknown one the end of its type. */
export function formatName(mime: string): string {
  const content = contentOfMime(mime);
  const names: Readonly<Record<string, string>> = FORMAT_NAMES;
  return (content && names[content]) ?? mime.replace(/^image\//, '');
}

/** `2560x1440`, or that the size is not known. */
export function formatPixelSize({ widthPx, heightPx }: Pick<Picture, 'widthPx' | 'heightPx'>, t: Translate): string {
  return widthPx > 0 && heightPx > 0 ? `${widthPx}x${heightPx}` : t('picture.sizeUnknown');
}

/**
 * The short mark of a result that is not known to be whole; empty if it is. @param isChecking it is being decoded, or
 * will be next.
 */
export function markOf({ raw }: EditItem, isChecking: boolean, t: Translate): string {
  if (raw.state === 'whole') return '';
  if (raw.state === 'unchecked') return t(isChecking ? 'picture.mark.checking' : 'picture.mark.unchecked');
  return raw.state === 'foreign'
    ? t('picture.mark.foreign', { kind: formatName(raw.mime) })
    : t(`picture.mark.${raw.state}`);
}

/** One sentence about what is wrong with the file of a result; empty if nothing is. */
export function faultText({ raw }: EditItem, t: Translate): string {
  const fault = faultOf(raw.state);
  if (fault === undefined) return '';
  if (fault === 'foreign') return t('picture.fault.foreign', { kind: formatName(raw.mime) });
  return fault === 'tooLarge' ? t('picture.fault.tooLarge', { limit: limitOf(raw, t) }) : t(`picture.fault.${fault}`);
}

function limitOf(raw: ResultPicture, t: Translate): string {
  const limit = exceededLimit(raw);
  // Its size is allowed: something in the rest of the file is not.
  return limit === undefined ? t('picture.limit.tooComplex') : limitText({ problem: limit, ...raw }, t);
}

/** What a picture that cannot be used is told to be. A value that is not known is left out. */
type UnusableFacts = Readonly<Record<string, unknown>>;

/** Says by how much a picture is beyond a limit, or which kind it is; empty if its facts do not say. */
export function limitText({ problem, sizeBytes, widthPx, heightPx, kind }: UnusableFacts, t: Translate): string {
  if (problem === 'unsupported' && typeof kind === 'string') return t('picture.notOpened', { kind });
  if (problem === 'tooManyBytes' && typeof sizeBytes === 'number')
    return t('picture.limit.tooManyBytes', { size: formatFileSize(sizeBytes, t, t.locale) });
  if (typeof widthPx !== 'number' || typeof heightPx !== 'number') return '';
  const sides = { width: formatCount(widthPx, t.locale), height: formatCount(heightPx, t.locale) };
  if (problem === 'sideTooLong') return t('picture.limit.sideTooLong', sides);
  if (problem !== 'tooManyPixels') return '';
  return t('picture.limit.tooManyPixels', { ...sides, pixels: formatCount(widthPx * heightPx, t.locale) });
}

/** Says that a result came in another format than the request asked for; empty if it did not, or if none was. */
export function formatDifference({ raw, request }: EditItem, t: Translate): string {
  const asked = request.form === 'multipart' ? request.options.outputFormat : null;
  if (asked === null || asked === contentOfMime(raw.mime)) return '';
  return t('picture.formatDiffers', { asked: FORMAT_NAMES[asked], got: formatName(raw.mime) });
}

/**
 * Says in which size picture 1 was sent, and that its result was brought back; empty if it was sent in its own size, or
 * if the result was not brought back.
 */
export function formatSentSize({ request, protected: made }: EditItem, t: Translate): string {
  if (made === null || request.pictures[0]?.kind !== 'media') return '';
  const source = request.part ?? { width: made.picture.widthPx, height: made.picture.heightPx };
  return sentAndBack(wireSize(request.options.size, source), source, t);
}

/** `1024x1024 at 310,220`: the part of picture 1 that was sent; empty for the whole. */
export function formatPart({ request: { part } }: EditItem, t: Translate): string {
  return part === null ? '' : t('picture.part', { size: formatSize(part), x: part.x, y: part.y });
}

/** `sent as 5016x3344, resized to 6000x4000`; empty if the sizes are the same. */
function sentAndBack(sent: Size, source: Size, t: Translate): string {
  if (sent.width === source.width && sent.height === source.height) return '';
  return t('images.sentAndBack', { sent: formatSize(sent), back: formatSize(source) });
}

/** Whether a version of an edit is whole as far as is known, so that other pictures can be made of it. */
export function canUse(item: EditItem, shown: Picture): boolean {
  return shown !== item.raw || faultOf(item.raw.state) === undefined;
}

/** Whether a version of an edit can be shown at all. */
export function canShow(item: EditItem, shown: Picture): boolean {
  return shown !== item.raw || isShowable(item.raw.state);
}

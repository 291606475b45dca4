// Prepares the requests of an edit: makes pictures and mask in the wire size and stores them. It sends nothing.

import type { EditMask, EditPicture, EditRequest } from '../../../shared/contract/images.ts';
import type { Connection } from '../../../shared/contract/settings.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { PicturePart } from '../../../shared/images/detail.ts';
import { REFERENCE_LIMITS } from '../../../shared/images/limits.ts';
import { fittingBytes } from '../../../shared/images/reference-problems.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';
import type { Size } from '../../../shared/images/size.ts';
import { isIdentity, planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { boundsOf } from '../../engines/pixels/mask-bounds.ts';
import type { Ipc } from '../../ipc.ts';
import { sizeOf, type TrayPicture } from '../images-state.ts';
import { type Bytes, MaskEnded, type MaskPort, type PicturePort, PictureProblem } from '../ports.ts';
import { problemOf } from '../tray/open-pictures.ts';
import { detailPart } from './detail-part.ts';
import { answerForm, DEFAULT_CHOICES, type EditChoices, optionsFor, resolveSize } from './edit-options.ts';
import { type MaskOrder, makeEditMask } from './mask-request.ts';

type Form = EditRequest['form'];

/** The input of an edit. */
export type EditOrder = {
  connection: Connection;
  prompt: string;
  choices: EditChoices;
  pictures: readonly [TrayPicture, ...TrayPicture[]];
  /** Forms in which the relay is known not to use pictures. */
  picturesNotUsedBy: readonly Form[];
};

type PrepareTools = { ipc: Ipc; pictures: PicturePort; mask: MaskPort };

/** Creates a function that prepares edits and caches the wire picture of each working picture. */
export function createEditPreparer({ ipc, pictures, mask }: PrepareTools) {
  const wireIds = new Map<string, string>();

  const store = async (bytes: Bytes): Promise<Result<string, AppError>> => {
    const stored = await ipc.request('media.importBytes', { bytes });
    return stored.ok ? ok(stored.data.mediaId) : stored;
  };

  const wireOf = async (
    picture: TrayPicture,
    part: PicturePart | null,
    plan: WirePlan,
    form: Form,
  ): Promise<Result<EditPicture, AppError>> => {
    const { mediaId } = picture;
    const address = addressOf(picture, form);
    if (address !== null) return ok({ kind: 'address', url: address, mediaId });
    const place = part === null ? '' : ` ${part.width}x${part.height}+${part.x}+${part.y}`;
    const key = `${mediaId}${place} ${plan.wire.width}x${plan.wire.height}`;
    const isSentAsIs = part === null && isIdentity(plan) && picture.sizeBytes <= REFERENCE_LIMITS.maxBytes;
    const existingId = isSentAsIs ? mediaId : wireIds.get(key);
    if (existingId !== undefined) return ok({ kind: 'media', mediaId, wireMediaId: existingId });
    const bytes = await pictures.wire(mediaId, plan, { part });
    const stored = bytes === null ? ok(mediaId) : await store(bytes);
    if (!stored.ok) return stored;
    wireIds.set(key, stored.data);
    return ok({ kind: 'media', mediaId, wireMediaId: stored.data });
  };

  const maskOf = async (
    { connection, prompt, choices, pictures: sent }: EditOrder,
    coverage: Bytes | null,
    { mask: delivery, sentPictures, form }: FormAnswer,
    part: PicturePart | null,
    plan: WirePlan,
  ): Promise<Result<EditMask | null, AppError>> => {
    if (coverage === null || delivery === null) return ok(null);
    const order: MaskOrder = {
      prompt,
      mediaId: sent[0].mediaId,
      picture: sizeOf(sent[0]),
      coverage,
      part,
      // A picture that is sent by its address keeps its size.
      plan: addressOf(sent[0], form) === null ? plan : planWire(plan.source, plan.source),
      choice: choices.mask,
      detail: choices.detail,
      contextRatio: choices.contextRatio,
      delivery,
      isSoft: connection.dialect.hasSoftMasks,
      picturesBefore: sent.length,
      annotatedMaxBytes: fittingBytes(sentPictures, form),
    };
    return makeEditMask(order, pictures, store);
  };

  /** Returns the requests of an edit: one, or in JSON one for each variation. */
  return async (order: EditOrder): Promise<Result<EditRequest[], AppError>> => {
    const { connection, choices } = order;
    const [source, ...references] = order.pictures;
    try {
      const coverage = await mask.coverage(source.key);
      const answer = answerForm({
        choices,
        pictureCount: order.pictures.length,
        hasMask: coverage !== null,
        hasAddress: order.pictures.some(isMeantAsAddress),
        endUserId: connection.dialect.endUserId,
        picturesNotUsedBy: order.picturesNotUsedBy,
      });
      const part = partOf(source, coverage, choices, connection, answer.form);
      const sentSize = part === null ? sizeOf(source) : { width: part.width, height: part.height };
      const size = resolveSize(choices.size, sentSize, connection.dialect);
      const plan = planWire(sentSize, size.wire);
      const painted = await maskOf(order, coverage, answer, part, plan);
      if (!painted.ok) return painted;
      const first = await wireOf(source, part, plan, answer.form);
      if (!first.ok) return first;
      const sent: EditPicture[] = [first.data, ...references.map((picture) => asReference(picture, answer.form))];
      const request: EditRequest = {
        connectionId: connection.id,
        prompt: order.prompt,
        pictures: sent.map((picture, index) => withCutFrom(picture, order.pictures[index])),
        mask: painted.data,
        form: answer.form,
        options: optionsFor(choices, size, answer),
        isSizeMatched: choices.size.kind === 'match',
        part,
      };
      return ok(Array.from({ length: answer.requests }, () => request));
    } catch (cause) {
      if (cause instanceof PictureProblem) return fail(appError('picture.unusable', { problem: problemOf(cause) }));
      if (cause instanceof MaskEnded) return fail(appError('mask.ended'));
      return fail(appError('internal.bug', { reason: String(cause) }));
    }
  };
}

/** The part of the source that is sent; null for the whole, as it is of one that is sent by its address. */
function partOf(
  source: TrayPicture,
  coverage: Bytes | null,
  choices: EditChoices,
  connection: Connection,
  form: Form,
): PicturePart | null {
  if (coverage === null || choices.detail === 'off' || addressOf(source, form) !== null) return null;
  const bounds = boundsOf({ data: coverage, ...sizeOf(source) }) ?? null;
  return detailPart(sizeOf(source), bounds, choices, connection.dialect);
}

/** Returns a picture with what it was cut from, which is not sent: its results can be put back there. */
function withCutFrom(sent: EditPicture, picture: TrayPicture | undefined): EditPicture {
  const cutFrom = picture?.cutFrom ?? null;
  return sent.kind === 'media' && cutFrom !== null ? { ...sent, cutFrom } : sent;
}

/** Returns a reference as it is sent: unchanged, or the reduced picture. */
function asReference(picture: TrayPicture, form: Form): EditPicture {
  const { mediaId, fitted } = picture;
  const address = addressOf(picture, form);
  if (address !== null) return { kind: 'address', url: address, mediaId };
  return { kind: 'media', mediaId, wireMediaId: fitted?.mediaId ?? mediaId };
}

/**
 * Returns the address that is sent for a picture; null in multipart, which has no addresses, so that the picture itself
 * is sent.
 */
function addressOf(picture: TrayPicture, form: Form): string | null {
  return form === 'json' && isMeantAsAddress(picture) ? picture.address : null;
}

/** Whether the person chose to send a picture's address. */
function isMeantAsAddress({ address, isSentAsAddress }: TrayPicture): boolean {
  return isSentAsAddress && address !== null;
}

/** Returns the size that "Match picture" sends. */
export function matchedSize(source: Size, connection: Connection): string | null {
  return resolveSize(DEFAULT_CHOICES.size, source, connection.dialect).sent;
}

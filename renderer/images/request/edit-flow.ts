// Puts the requests of an edit together: pictures and mask brought to the size on the wire and stored. It must not send anything.

import type { EditMask, EditPicture, EditRequest } from '../../../shared/contract/images.ts';
import type { Connection } from '../../../shared/contract/settings.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { REFERENCE_LIMITS } from '../../../shared/images/limits.ts';
import { fittingBytes } from '../../../shared/images/reference-problems.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';
import type { Size } from '../../../shared/images/size.ts';
import { isIdentity, planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import { sizeOf, type TrayPicture } from '../images-state.ts';
import { type Bytes, type MaskPort, type PicturePort, PictureProblem } from '../ports.ts';
import { problemOf } from '../tray/tray.ts';
import { answerForm, DEFAULT_CHOICES, type EditChoices, optionsFor, resolveSize } from './edit-options.ts';
import { type MaskOrder, makeEditMask } from './mask-request.ts';

type Form = EditRequest['form'];

/** What an edit is made of. */
export type EditOrder = {
  connection: Connection;
  prompt: string;
  choices: EditChoices;
  pictures: readonly [TrayPicture, ...TrayPicture[]];
  /** Forms in which the relay is remembered not to use pictures. */
  picturesNotUsedBy: readonly Form[];
};

type PrepareTools = { ipc: Ipc; pictures: PicturePort; mask: MaskPort };

/** Makes a function that prepares edits; it remembers which picture on the wire belongs to which working picture. */
export function createEditPreparer({ ipc, pictures, mask }: PrepareTools) {
  const wireIds = new Map<string, string>();

  const store = async (bytes: Bytes): Promise<Result<string, AppError>> => {
    const stored = await ipc.request('media.importBytes', { bytes });
    return stored.ok ? ok(stored.data.mediaId) : stored;
  };

  const wireOf = async (picture: TrayPicture, plan: WirePlan, form: Form): Promise<Result<EditPicture, AppError>> => {
    const { mediaId } = picture;
    const address = addressOf(picture, form);
    if (address !== null) return ok({ kind: 'address', url: address, mediaId });
    const key = `${mediaId} ${plan.wire.width}x${plan.wire.height}`;
    const isSentAsIs = isIdentity(plan) && picture.sizeBytes <= REFERENCE_LIMITS.maxBytes;
    const known = isSentAsIs ? mediaId : wireIds.get(key);
    if (known !== undefined) return ok({ kind: 'media', mediaId, wireMediaId: known });
    const bytes = await pictures.wire(mediaId, plan);
    const stored = bytes === null ? ok(mediaId) : await store(bytes);
    if (!stored.ok) return stored;
    wireIds.set(key, stored.data);
    return ok({ kind: 'media', mediaId, wireMediaId: stored.data });
  };

  const maskOf = async (
    { connection, prompt, choices, pictures: sent }: EditOrder,
    coverage: Bytes | null,
    { mask: delivery, sentPictures, form }: FormAnswer,
    plan: WirePlan,
  ): Promise<Result<EditMask | null, AppError>> => {
    if (coverage === null || delivery === null) return ok(null);
    const order: MaskOrder = {
      prompt,
      mediaId: sent[0].mediaId,
      coverage,
      // What is behind an address is not brought to another size.
      plan: addressOf(sent[0], form) === null ? plan : planWire(plan.source, plan.source),
      choice: choices.mask,
      delivery,
      isSoft: connection.dialect.hasSoftMasks,
      picturesBefore: sent.length,
      annotatedMaxBytes: fittingBytes(sentPictures, form),
    };
    return makeEditMask(order, pictures, store);
  };

  /** The requests of an edit: one, or in JSON one for each variation. */
  return async (order: EditOrder): Promise<Result<EditRequest[], AppError>> => {
    const { connection, choices } = order;
    const [source, ...references] = order.pictures;
    const size = resolveSize(choices.size, sizeOf(source), connection.dialect);
    const plan = planWire(sizeOf(source), size.wire);
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
      const painted = await maskOf(order, coverage, answer, plan);
      if (!painted.ok) return painted;
      const first = await wireOf(source, plan, answer.form);
      if (!first.ok) return first;
      const sent: EditPicture[] = [first.data, ...references.map((picture) => asReference(picture, answer.form))];
      const request: EditRequest = {
        connectionId: connection.id,
        prompt: order.prompt,
        pictures: sent,
        mask: painted.data,
        form: answer.form,
        options: optionsFor(choices, size, answer),
      };
      return ok(Array.from({ length: answer.requests }, () => request));
    } catch (cause) {
      if (cause instanceof PictureProblem) return fail(appError('picture.unusable', { problem: problemOf(cause) }));
      throw cause;
    }
  };
}

/** References go as they are, or as what they were fitted to. */
function asReference(picture: TrayPicture, form: Form): EditPicture {
  const { mediaId, fitted } = picture;
  const address = addressOf(picture, form);
  if (address !== null) return { kind: 'address', url: address, mediaId };
  return { kind: 'media', mediaId, wireMediaId: fitted?.mediaId ?? mediaId };
}

/** The address that is sent for a picture; multipart carries none, so the picture itself goes after all. */
function addressOf(picture: TrayPicture, form: Form): string | null {
  return form === 'json' && isMeantAsAddress(picture) ? picture.address : null;
}

/** Whether a person wants a picture's address sent. */
function isMeantAsAddress({ address, isSentAsAddress }: TrayPicture): boolean {
  return isSentAsAddress && address !== null;
}

/** The size "Match picture" comes to, as it is sent. */
export function matchedSize(source: Size, connection: Connection): string | null {
  return resolveSize(DEFAULT_CHOICES.size, source, connection.dialect).sent;
}

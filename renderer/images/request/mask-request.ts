// Makes the parts that deliver a mask to a relay: mask file, annotated image, coordinates in the instruction. Which of
// them are sent is decided elsewhere.

import type { EditMask } from '../../../shared/contract/images.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DetailChoice, PicturePart } from '../../../shared/images/detail.ts';
import type { MaskChoice, MaskDelivery } from '../../../shared/images/mask-delivery.ts';
import { withMaskHint } from '../../../shared/images/mask-hint.ts';
import { boxTag } from '../../../shared/images/mask-regions.ts';
import type { Size } from '../../../shared/images/size.ts';
import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { cropCoverage } from '../../engines/pixels/crop.ts';
import type { Bytes, PicturePort } from '../ports.ts';

/** A painted mask and how it is delivered. */
export type MaskOrder = {
  prompt: string;
  /** The working picture, its size, and its mask, one byte for each pixel. */
  mediaId: string;
  picture: Size;
  coverage: Bytes;
  /** The part of the picture that is sent; null for the whole. */
  part: PicturePart | null;
  /** The geometry with which that is sent, and so what the relay sees. */
  plan: WirePlan;
  choice: MaskChoice;
  delivery: MaskDelivery;
  isSoft: boolean;
  /** The person's choices of what is sent of the picture. */
  detail: DetailChoice;
  contextRatio: number | null;
  /** Number of pictures before the annotated image, and the maximum size of its file. */
  picturesBefore: number;
  annotatedMaxBytes: number;
};

/** Stores a file. @returns its media id */
export type StoreFile = (bytes: Bytes) => Promise<Result<string, AppError>>;

/** Makes and stores the mask of an edit. @throws PictureProblem */
export async function makeEditMask(
  order: MaskOrder,
  pictures: PicturePort,
  store: StoreFile,
): Promise<Result<EditMask, AppError>> {
  const { coverage, picture, part, plan, delivery, choice, detail, contextRatio } = order;
  const { width, height } = plan.source;
  const sent = part === null ? coverage : cropCoverage({ data: coverage, ...picture }, part).data;
  const storeIf = async (isWanted: boolean, make: () => Promise<Bytes>): Promise<Result<string | null, AppError>> =>
    isWanted ? store(await make()) : ok(null);
  const stored = await store(await pictures.encodeCoverage(coverage, picture.width, picture.height));
  if (!stored.ok) return stored;
  const file = await storeIf(delivery.hasFile, () => pictures.wireMask(sent, plan, order.isSoft));
  if (!file.ok) return file;
  const annotated = await storeIf(delivery.hasAnnotatedImage, () =>
    pictures.annotatedImage(order.mediaId, sent, plan, { maxBytes: order.annotatedMaxBytes, part }),
  );
  if (!annotated.ok) return annotated;
  const boxes = delivery.hasRegion ? await pictures.maskBoxes(sent, width, height) : [];
  const sentPrompt = withMaskHint(order.prompt, {
    boxTags: boxes.map((box) => boxTag(box, plan)),
    annotatedImage: delivery.hasAnnotatedImage ? order.picturesBefore + 1 : null,
  });
  return ok({
    coverageMediaId: stored.data,
    wireMediaId: file.data,
    choice,
    annotatedMediaId: annotated.data,
    detail,
    contextRatio,
    sentPrompt: delivery.hasRegion || delivery.hasAnnotatedImage ? sentPrompt : null,
  });
}

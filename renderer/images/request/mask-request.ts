// Makes the parts that deliver a mask to a relay: mask file, annotated image, coordinates in the instruction. Which of
// them are sent is decided elsewhere.

import type { EditMask } from '../../../shared/contract/images.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { MaskChoice, MaskDelivery } from '../../../shared/images/mask-delivery.ts';
import { withMaskHint } from '../../../shared/images/mask-hint.ts';
import { boxTag } from '../../../shared/images/mask-regions.ts';
import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Bytes, PicturePort } from '../ports.ts';

/** A painted mask and how it is delivered. */
export type MaskOrder = {
  prompt: string;
  /** The working picture and its mask, one byte for each pixel. */
  mediaId: string;
  coverage: Bytes;
  /** The geometry with which the picture is sent, and so what the relay sees. */
  plan: WirePlan;
  choice: MaskChoice;
  delivery: MaskDelivery;
  isSoft: boolean;
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
  const { coverage, plan, delivery, choice } = order;
  const { width, height } = plan.source;
  const storeIf = async (isWanted: boolean, make: () => Promise<Bytes>): Promise<Result<string | null, AppError>> =>
    isWanted ? store(await make()) : ok(null);
  const stored = await store(await pictures.encodeCoverage(coverage, width, height));
  if (!stored.ok) return stored;
  const file = await storeIf(delivery.hasFile, () => pictures.wireMask(coverage, plan, order.isSoft));
  if (!file.ok) return file;
  const annotated = await storeIf(delivery.hasAnnotatedImage, () =>
    pictures.annotatedImage(order.mediaId, coverage, plan, order.annotatedMaxBytes),
  );
  if (!annotated.ok) return annotated;
  const boxes = delivery.hasRegion ? await pictures.maskBoxes(coverage, width, height) : [];
  const sentPrompt = withMaskHint(order.prompt, {
    boxTags: boxes.map((box) => boxTag(box, plan)),
    annotatedImage: delivery.hasAnnotatedImage ? order.picturesBefore + 1 : null,
  });
  return ok({
    coverageMediaId: stored.data,
    wireMediaId: file.data,
    choice,
    annotatedMediaId: annotated.data,
    sentPrompt: delivery.hasRegion || delivery.hasAnnotatedImage ? sentPrompt : null,
  });
}

// Makes what delivers a mask to a relay: file, annotated image, coordinates in the instruction. Which of them are sent is decided elsewhere; it must not send anything.

import type { EditMask } from '../../../shared/contract/images.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { MaskChoice, MaskDelivery } from '../../../shared/images/mask-delivery.ts';
import { withMaskHint } from '../../../shared/images/mask-hint.ts';
import { boxTag } from '../../../shared/images/mask-regions.ts';
import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Bytes, PicturePort } from '../ports.ts';

/** A painted mask and how it is to be delivered. */
export type MaskOrder = {
  prompt: string;
  /** The working picture, and its mask: a byte for each of its pixels. */
  mediaId: string;
  coverage: Bytes;
  /** How the picture goes on the wire, which is what the relay sees. */
  plan: WirePlan;
  choice: MaskChoice;
  delivery: MaskDelivery;
  isSoft: boolean;
  /** Pictures that go before the annotated image, and the largest file it may be. */
  picturesBefore: number;
  annotatedMaxBytes: number;
};

/** Stores a file made here. @returns its media id */
export type StoreFile = (bytes: Bytes) => Promise<Result<string, AppError>>;

/** Makes and stores it. @throws PictureProblem */
export async function makeEditMask(
  order: MaskOrder,
  pictures: PicturePort,
  store: StoreFile,
): Promise<Result<EditMask, AppError>> {
  const { coverage, plan, delivery, choice } = order;
  const { width, height } = plan.source;
  const storeIf = async (isWanted: boolean, make: () => Promise<Bytes>): Promise<Result<string | null, AppError>> =>
    isWanted ? store(await make()) : ok(null);
  const kept = await store(await pictures.encodeCoverage(coverage, width, height));
  if (!kept.ok) return kept;
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
    coverageMediaId: kept.data,
    wireMediaId: file.data,
    choice,
    annotatedMediaId: annotated.data,
    sentPrompt: delivery.hasRegion || delivery.hasAnnotatedImage ? sentPrompt : null,
  });
}

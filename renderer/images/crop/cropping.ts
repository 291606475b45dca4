// Owns the crop or extension that a person is choosing: its frame, its angle, its turns. The picture is made once it is
// applied.

import type { Translate } from '../../../shared/i18n/index.ts';
import {
  type Crop,
  type CropShape,
  type Frame,
  fieldOf,
  flippedCrop,
  isSameCrop,
  ratioOf,
  shapedFrame,
  straightenedFrame,
  turnedCrop,
  wholeCrop,
} from '../../../shared/images/cropping.ts';
import { marginsOf, shapedAround } from '../../../shared/images/extended-frame.ts';
import { FRAME_SHAPES, frameProblem } from '../../../shared/images/extending.ts';
import type { Size } from '../../../shared/images/size.ts';
import type { Step } from '../../work/history.ts';
import {
  type CropPart,
  type Cropping,
  type Images,
  type MissingFiles,
  sizeOf,
  type TrayPicture,
} from '../images-state.ts';
import { MASK } from '../middle.ts';
import { framingOf } from './framing.ts';

/** What the part needs. `get` and `set` are those of its store. */
type CroppingTools = {
  get: () => Images;
  set: (change: Partial<Images>) => void;
  /** Looks whether stored files are in their place; resolves to those that are not. */
  lookAt: (mediaIds: readonly string[]) => Promise<MissingFiles>;
  /** Applies a change of the mask that is only previewed so far. */
  applyPreview: () => Promise<void>;
  /** Adds a step to the screen's history. */
  record: (step: Step) => void;
};

/** What a step of the history takes back. */
type Chosen = Pick<Cropping, 'crop' | 'chosen' | 'shape' | 'isSwapped'>;

/** Creates the part. */
export function createCropping({ get, set, lookAt, applyPreview, record }: CroppingTools): CropPart {
  /** The crop of picture 1 that was begun; null if there is none. */
  const current = (): Cropping | null => {
    const { cropping, pictures } = get();
    return cropping !== null && cropping.pictureKey === pictures[0]?.key ? cropping : null;
  };
  const put = (change: Partial<Cropping>): void => {
    const cropping = current();
    if (cropping !== null) set({ cropping: { ...cropping, ...change } });
  };
  /** Steps of a crop that was left, or applied, no longer apply. */
  const putter =
    (started: symbol, chosen: Chosen): Step['undo'] =>
    async () => {
      if (current()?.started !== started) return false;
      set({ middle: { kind: 'cropping' } });
      put(chosen);
      return true;
    };
  const step = (before: Chosen, after: Chosen, kind?: string): void => {
    const started = current()?.started;
    if (started === undefined || isSameCrop(before.crop, after.crop)) return;
    const name = (t: Translate): string => t('history.cropFrame');
    const ways = { undo: putter(started, chosenOf(before)), redo: putter(started, chosenOf(after)) };
    record({ name, ...ways, ...(kind !== undefined && { kind }) });
  };
  const change = (next: (cropping: Cropping) => Partial<Chosen>, kind?: string): void => {
    const before = current();
    if (before === null || before.isBusy) return;
    const after = { ...before, ...next(before) };
    put(after);
    step(before, after, kind);
  };
  /** A crop whose frame was chosen as it is. */
  const choose = (crop: Crop): Pick<Chosen, 'crop' | 'chosen'> => ({ crop, chosen: crop });

  const begin = (source: TrayPicture, isOriginalLost: boolean): Cropping => {
    const cutFrom = isOriginalLost || source.cutFrom?.isEdited ? null : source.cutFrom;
    const base = cutFrom ?? source;
    const crop = cutFrom?.crop ?? wholeCrop(sizeOf(base));
    return begun('crop', source, base, { before: crop, ...choose(crop), shape: 'free', isOriginalLost });
  };
  const beginExtending = (source: TrayPicture): Cropping => {
    const picture = sizeOf(source);
    const before = wholeCrop(picture);
    const shape = firstShape(picture);
    const after = shapedExtension(before, shape, false, picture);
    return begun('extend', source, source, { before, ...after, isOriginalLost: false });
  };
  /** Lets a person choose, where they were, if the mask of picture 1 is shown. */
  const start = async (
    kind: Cropping['kind'],
    originOf: (source: TrayPicture) => string | null,
    beginWith: (source: TrayPicture, isLost: boolean) => Cropping,
  ): Promise<void> => {
    const [source] = get().pictures;
    const isFree = (): boolean => get().middle.kind === 'mask' && !get().isReplacing;
    if (source === undefined || !isFree()) return;
    await applyPreview();
    const originId = originOf(source);
    const missing = await lookAt(originId === null ? [source.mediaId] : [source.mediaId, originId]);
    if (get().pictures[0]?.key !== source.key || !isFree() || missing.has(source.mediaId)) return;
    const isLost = originId !== null && missing.has(originId);
    const kept = current();
    const isSame = kept !== null && kept.kind === kind && kept.isOriginalLost === isLost;
    set({ cropping: isSame ? kept : beginWith(source, isLost), middle: { kind: 'cropping' } });
  };

  return {
    cropping: null,
    startCropping: () => start('crop', ({ cutFrom }) => (cutFrom?.isEdited === false ? cutFrom.mediaId : null), begin),
    startExtending: () => start('extend', () => null, beginExtending),
    setFill: (fill) => put({ fill }),
    loseOriginal: () => {
      const [source] = get().pictures;
      const cropping = current();
      if (source === undefined || cropping === null || cropping.base.mediaId === source.mediaId) return;
      set({ cropping: begin(source, true) });
    },
    drawCropFrame: (frame) => {
      const cropping = current();
      if (cropping !== null && !cropping.isBusy) put(choose({ ...cropping.crop, frame }));
    },
    keepCropFrame: (before) => {
      const after = current();
      if (after !== null) step(before, after);
    },
    setCropFrame: (frame, kind) => change(({ crop }) => choose({ ...crop, frame }), kind),
    setCropShape: (shape) => change((cropping) => withShape({ ...cropping, shape, isSwapped: false })),
    swapCropSides: () =>
      change((cropping) => {
        const { crop, shape, isSwapped } = cropping;
        if (shape !== 'free') return withShape({ ...cropping, isSwapped: !isSwapped });
        const { width, height } = crop.frame;
        const frame = framingOf(cropping).resized(crop.frame, { width: height, height: width });
        return choose({ ...crop, frame });
      }),
    straighten: (angle) => change((cropping) => withAngle(cropping, angle), 'straighten'),
    turnCrop: (to) =>
      change((cropping) => {
        const { crop, chosen, base, shape } = cropping;
        const turned = { crop: turnedCrop(crop, sizeOf(base), to), chosen: turnedCrop(chosen, sizeOf(base), to) };
        // A shape that was chosen by name is that of the crop, however the picture is turned.
        return isNamed(shape) ? withShape({ ...cropping, ...turned }) : turned;
      }),
    flipCrop: (axis) =>
      change(({ crop, chosen, base }) => ({
        crop: flippedCrop(crop, sizeOf(base), axis),
        chosen: flippedCrop(chosen, sizeOf(base), axis),
      })),
    resetCrop: () => change(({ base }) => ({ ...choose(wholeCrop(sizeOf(base))), shape: 'free', isSwapped: false })),
    applyCrop: async () => {
      const cropping = current();
      if (cropping === null || cropping.isBusy || get().middle.kind !== 'cropping') return;
      const { kind, base, before, crop, fill } = cropping;
      if (isSameCrop(before, crop)) return get().leaveCrop();
      put({ isBusy: true });
      const done = await (kind === 'crop'
        ? get().crop(base, before, crop)
        : get().extend(marginsOf(crop.frame, sizeOf(base)), fill));
      if (done === null) put({ isBusy: false });
      else set({ cropping: null });
    },
    leaveCrop: () => {
      if (current()?.isBusy) get().stopReplacing?.();
      else set({ cropping: null, ...(get().middle.kind === 'cropping' && { middle: MASK }) });
    },
  };
}

type Begun = Omit<Cropping, 'kind' | 'started' | 'pictureKey' | 'base' | 'isSwapped' | 'fill' | 'isBusy'>;

function begun(kind: Cropping['kind'], { key }: TrayPicture, base: Cropping['base'], how: Begun): Cropping {
  const { mediaId, widthPx, heightPx } = base;
  return {
    kind,
    started: Symbol(kind),
    pictureKey: key,
    base: { mediaId, widthPx, heightPx },
    isSwapped: false,
    fill: 'mirrored',
    isBusy: false,
    ...how,
  };
}

/** The shape with which an extension begins: the widest if the picture is wide, if that is larger than the picture. */
function firstShape(picture: Size): CropShape {
  const isLarger = (shape: CropShape): boolean =>
    frameProblem(picture, shapedExtension(wholeCrop(picture), shape, false, picture).crop.frame) === null;
  const widest = picture.width >= picture.height ? '16:9' : '9:16';
  const shapes: readonly CropShape[] = [widest, ...FRAME_SHAPES];
  return shapes.find(isLarger) ?? 'free';
}

/** The smallest frame of a shape around a picture. */
function shapedExtension(crop: Crop, shape: CropShape, isSwapped: boolean, picture: Size): Chosen {
  const after = { ...crop, frame: shapedAround(crop.frame, ratioOf(shape, picture, isSwapped), picture) };
  return { crop: after, chosen: after, shape, isSwapped };
}

function chosenOf({ crop, chosen, shape, isSwapped }: Chosen): Chosen {
  return { crop, chosen, shape, isSwapped };
}

function isNamed(shape: CropShape): boolean {
  return shape !== 'free' && shape !== 'original';
}

/** The same crop by another angle: as large as it was chosen, unless there would be empty corners. */
function withAngle({ chosen, base }: Pick<Cropping, 'chosen' | 'base'>, angle: number): { crop: Crop } {
  const picture = sizeOf(base);
  const to = { ...chosen, angle };
  const frame: Frame = straightenedFrame(chosen.frame, fieldOf(chosen, picture), fieldOf(to, picture));
  return { crop: { ...to, frame } };
}

/** The crop in its shape, as large as it can be; an extension as small. */
function withShape({ kind, crop, base, shape, isSwapped }: Cropping): Chosen {
  const picture = sizeOf(base);
  if (kind === 'extend') return shapedExtension(crop, shape, isSwapped, picture);
  const ratio = ratioOf(shape, fieldOf(crop, picture).turned, isSwapped);
  if (ratio === null) return { crop, chosen: crop, shape, isSwapped };
  // It is chosen as if the picture were straight, so that it becomes larger again when that is less turned.
  const straight = withAngle({ chosen: crop, base }, 0).crop;
  const chosen = { ...straight, frame: shapedFrame(straight.frame, ratio, fieldOf(straight, picture)) };
  return { ...withAngle({ chosen, base }, crop.angle), chosen, shape, isSwapped };
}

// Creates the Images screen: the mask engine, the picture worker, the store.

import { createSignal } from '../../shared/app/signals.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { createImagesStore } from '../images/images-store.ts';
import { createMaskStage } from '../images/mask/mask-stage.ts';
import { createPicturePort } from '../images/picture-port.ts';
import { itemOfKey } from '../images/results/painting-back.ts';
import { readSamplePicture } from '../images/sample-picture.ts';
import { isIsolated } from '../isolation.ts';
import type { Frame } from './frame.ts';

/** The store of the Images screen and its engines. */
export type ImagesSide = ReturnType<typeof composeImages>;

/** Creates them; what happens to the mask's worker is reported on the screen. */
export function composeImages({ ipc, session, missing, drafts, history, desk }: Frame) {
  const maskFailed = createSignal<AppError>();
  const stage = createMaskStage({
    hasSharedMemory: isIsolated,
    remembered: session.getState().settings.mask,
    remember: (mask) => session.getState().updateSettings({ mask }),
    // What is painted back is stored with its result.
    keep: async (key, tiles) =>
      itemOfKey(key) !== null || (await ipc.request('drafts.saveMask', { key, tiles: [...tiles] })).ok,
    isWheelZoom: () => session.getState().settings.isWheelZoom,
    onRestart: (lost) => maskFailed.emit(appError(lost === 0 ? 'mask.restarted' : 'mask.steps_lost')),
    onCrash: (reason) => maskFailed.emit(appError('mask.ended', { reason })),
  });
  const pictures = createPicturePort();
  const images = createImagesStore({
    ipc,
    session,
    mask: stage,
    pictures,
    missing,
    drafts,
    history,
    desk,
    readSample: readSamplePicture,
  });
  maskFailed.on(images.getState().report);
  void ipc.request('replies.unchecked', null).then((left) => {
    if (left.ok) void images.getState().checkOthers(left.data.ids);
  });
  return { stage, pictures, images };
}

// Encodes pictures as they are to be saved, one after the other, in a worker of their own beside that of Images.

import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import type { ConvertPicture } from '../saving/picture/picture-file.ts';
import { createPicturePort } from './picture-port.ts';
import { PictureProblem } from './ports.ts';
import { problemOf } from './tray/open-pictures.ts';

/** Creates a converter; its worker is started by the first picture and ended by `dispose`. */
export function createPictureConverter(): { convertPicture: ConvertPicture; dispose: () => void } {
  const { encodeAs, dispose } = createPicturePort();
  return {
    convertPicture: async (mediaId, as, signal) => {
      try {
        return ok(await encodeAs(mediaId, as, signal));
      } catch (cause) {
        if (!(cause instanceof PictureProblem)) throw cause;
        return cause.failure === 'cancelled'
          ? ok(null)
          : fail(appError('picture.unusable', { problem: problemOf(cause) }));
      }
    },
    dispose,
  };
}

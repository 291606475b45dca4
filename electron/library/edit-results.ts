// Changes a finished edit: adds how far it could be decoded, its protected picture, and the verdict on whether the
// relay used the source.

import type { AskedBy } from '../../shared/contract/images.ts';
import type { RouteInput } from '../../shared/contract/index.ts';
import type { EditItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { readPictureHeader } from '../../shared/images/picture-header.ts';
import { stateAfterDecoding } from '../../shared/images/picture-states.ts';
import { withEstimate, withVerdict } from '../../shared/images/source-usage.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { readHead } from '../files.ts';
import type { Library } from './library.ts';

/** What is needed to change an edit. */
export type EditResultDeps = {
  library: Pick<Library, 'change' | 'media'>;
  /**
   * Called for every new verdict, estimated or given by a person. @param asked the connection, model and form of the
   * request.
   */
  onVerdict: (asked: AskedBy, isUsed: boolean) => void;
  /** Called after it was stored how far the picture of an item could be decoded. */
  onDecoded: (itemId: string) => Promise<void>;
  onChanged: (ids: string[]) => void;
};

type ResultRoute =
  | 'library.addProtected'
  | 'library.addDecoding'
  | 'library.addSourceUsage'
  | 'library.overrideVerdict';
type Change<R extends ResultRoute> = (input: RouteInput<R>) => Promise<Result<EditItem, AppError>>;

/** Operations on finished edits. */
export type EditResults = {
  addProtected: Change<'library.addProtected'>;
  addDecoding: Change<'library.addDecoding'>;
  addSourceUsage: Change<'library.addSourceUsage'>;
  /** Sets a person's verdict; null restores the estimated one. */
  overrideVerdict: Change<'library.overrideVerdict'>;
};

/** Creates the operations on finished edits. */
export function createEditResults({ library, onVerdict, onDecoded, onChanged }: EditResultDeps): EditResults {
  /** Changes the current version of an edit, which may have changed while a file was read. */
  async function replace(
    id: string,
    change: (before: EditItem) => Partial<EditItem>,
  ): Promise<Result<EditItem, AppError>> {
    let before: EditItem | undefined;
    const item = await library.change(id, (found) => {
      if (found.kind !== 'edit') return undefined;
      before = found;
      return { ...found, ...change(found) };
    });
    if (!before || item?.kind !== 'edit') return fail(appError('item.not_found'));
    reportVerdict(item, before);
    onChanged([id]);
    return ok(item);
  }

  function reportVerdict({ used, model, request: { connectionId, form } }: EditItem, before: EditItem): void {
    const isVerdict = used?.verdict === 'used' || used?.verdict === 'notUsed';
    if (!isVerdict || used.verdict === before.used?.verdict || model === '') return;
    onVerdict({ connectionId, model, form }, used.verdict === 'used');
  }

  return {
    async addProtected({ id, mediaId, used, changedRatio, ...measured }) {
      const media = await library.media(mediaId);
      const paintedBack = measured.paintedBackMediaId;
      if (paintedBack !== null && !(await library.media(paintedBack))) return fail(appError('item.not_found'));
      if (!media) return fail(appError('item.not_found'));
      const header = readPictureHeader(await readHead(media.path));
      if (!header) return fail(appError('picture.unusable', { problem: 'unreadable' }));
      const { mime, sizeBytes } = media;
      const picture = { mediaId, mime, sizeBytes, widthPx: header.widthPx, heightPx: header.heightPx };
      return replace(id, (before) => ({
        used: withEstimate(before.used, used),
        changedRatio,
        protected: { ...measured, picture },
      }));
    },
    async addDecoding({ id, extent }) {
      const changed = await replace(id, ({ raw }) => ({
        raw: { ...raw, state: stateAfterDecoding(raw.state, extent) },
      }));
      if (changed.ok) await onDecoded(id);
      return changed;
    },
    addSourceUsage: ({ id, used, changedRatio }) =>
      replace(id, (before) => ({ used: withEstimate(before.used, used), changedRatio })),
    overrideVerdict: ({ id, verdict }) => replace(id, ({ used }) => ({ used: used && withVerdict(used, verdict) })),
  };
}

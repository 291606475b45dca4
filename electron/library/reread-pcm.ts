// Reads headerless pcm again at another sample rate: the same bytes with another duration and pitch.

import type { RouteInput } from '../../shared/contract/index.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { isRaw } from '../../shared/speech/formats.ts';
import type { Library } from './library.ts';

/** Changes all takes of the same bytes. @param onChanged called with their ids. */
export async function rereadPcm(
  { id, rateHz }: RouteInput<'library.reread'>,
  library: Pick<Library, 'get' | 'reread'>,
  onChanged: (ids: string[]) => void,
): Promise<Result<LibraryItem, AppError>> {
  const item = await library.get(id);
  if (item?.kind !== 'speech') return fail(appError('item.not_found'));
  if (!isRaw(item.audio.format)) return fail(appError('request.malformed', { field: 'rateHz' }));
  onChanged(await library.reread(item.mediaId, rateHz));
  return ok((await library.get(id)) ?? item);
}

// Which combinations of connection, model and request form did not use the picture that was sent.

import type { AskedBy } from '../../shared/contract/images.ts';
import { REMEMBERED_LIMITS, type Settings } from '../../shared/contract/settings.ts';
import { listOf, withList } from './by-connection.ts';

type UnusedPictures = Settings['unusedPictures'];

/** Returns the record after a verdict on a sent picture; the same object if nothing changes. */
export function withSourceUsage(
  unused: UnusedPictures,
  { connectionId, model, form }: AskedBy,
  isUsed: boolean,
): UnusedPictures {
  const known = listOf(unused, connectionId);
  const isThis = (one: Omit<AskedBy, 'connectionId'>): boolean => one.model === model && one.form === form;
  if (known.some(isThis) !== isUsed) return unused;
  const now = isUsed ? known.filter((one) => !isThis(one)) : [...known, { model, form }];
  return withList(unused, connectionId, now, REMEMBERED_LIMITS.unusedPictures);
}

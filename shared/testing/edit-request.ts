// Edit requests, for tests.

import type { EditRequest } from '../contract/images.ts';
import type { EditOptions } from '../images/edit-fields.ts';
import { editOptions } from './edit-options.ts';

/** A change to an edit request; `options` are merged. */
export type EditChange = Partial<Omit<EditRequest, 'options'>> & { options?: Partial<EditOptions> };

/** An edit of one stored picture, as JSON. */
export function editRequest({ options, ...change }: EditChange = {}, mediaId = '0'.repeat(64)): EditRequest {
  return {
    connectionId: 'c',
    prompt: 'Make it blue',
    pictures: [{ kind: 'media', mediaId, wireMediaId: mediaId }],
    mask: null,
    form: 'json',
    isSizeMatched: false,
    part: null,
    ...change,
    options: editOptions(options),
  };
}

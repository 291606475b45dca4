// The edit job: from a request to finished picture files, in the picture thread. Independent of HTTP and threads.

import type { Size } from '../../shared/images/size.ts';
import type { Bytes } from '../bytes.ts';
import type { Problem } from '../errors.ts';
import type { RunJob } from '../threads/job.ts';
import { encodePicture } from './codec.ts';
import { makeResults, prepareEdit } from './edit.ts';
import type { EditRequest } from './request.ts';

/** The output of an edit: only a refusal, or the results, with a preview before them in a stream. */
export type EditOutput =
  | { kind: 'refused'; problem: Problem }
  | { kind: 'preview'; png: Bytes }
  | { kind: 'result'; file: Bytes; revisedPrompt: string };

export type EditJob = RunJob<EditRequest, EditOutput>;

const PREVIEW_LONG_SIDE_PX = 512;

export const runEditJob: EditJob = async function* (request, signal) {
  if (request.previews) {
    // The same edit at a small size: it is ready long before the result.
    const small = await prepareEdit({ ...request, size: previewSize(request.size), variations: 1 });
    if (!small.ok) return yield { kind: 'refused', problem: small.error };
    for await (const { picture } of makeResults(small.data, signal)) {
      yield { kind: 'preview', png: await encodePicture(picture, 'png', 0) };
    }
  }
  const edit = await prepareEdit(request);
  if (!edit.ok) return yield { kind: 'refused', problem: edit.error };
  for await (const { picture, revisedPrompt } of makeResults(edit.data, signal)) {
    const file = await encodePicture(picture, request.outputFormat, request.outputCompression);
    yield { kind: 'result', file, revisedPrompt };
  }
};

function previewSize({ width, height }: Size): Size {
  const scale = PREVIEW_LONG_SIDE_PX / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

// What is requested for one part of a text over the relay's limit, and what it is called.

import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { RAW_KINDS } from '../../shared/speech/formats.ts';
import type { SpeechPart, SpeechRecord } from './job-record.ts';

/** The request for a part: raw samples whatever was asked for, because only they can be joined exactly. */
export function partRequest(whole: SpeechRequest, part: Pick<SpeechPart, 'start' | 'end'>): SpeechRequest {
  const { pauses: _, ...request } = whole;
  return { ...request, text: whole.text.slice(part.start, part.end), format: RAW_KINDS.little };
}

/** The request that a job sends now, or sent last: that of a part if its text is cut. */
export function presentRequest({
  request,
  part,
  parts,
}: Pick<SpeechRecord, 'request' | 'part' | 'parts'>): SpeechRequest {
  const present = part && parts[part.number - 1];
  return present ? partRequest(request, present) : request;
}

/** The id of what belongs to one part of a job. @param number from 1 */
export function partId(jobId: string, number: number): string {
  return `${jobId}${PART_MARK}${number}`;
}

/** The job of such an id, and the number of the part; an id of another form is that of a job. */
export function readPartId(id: string): { jobId: string; number: number | null } {
  const [, jobId, number] = PART_ID.exec(id) ?? [];
  return jobId !== undefined && number !== undefined ? { jobId, number: Number(number) } : { jobId: id, number: null };
}

const PART_MARK = '-part';
const PART_ID = new RegExp(`^(.+)${PART_MARK}(\\d+)$`);

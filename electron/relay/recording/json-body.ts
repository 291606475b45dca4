// Records a JSON body while it is sent: its text, but only the kind, size and digest of Base64 pictures.

import type { ExchangeSegment } from '../../../shared/contract/exchanges.ts';
import { sniffPicture } from '../../../shared/images/picture-header.ts';
import { createFileDigest, type FileDigest, SNIFFED_BYTES } from './file-digest.ts';

/** Length of the start of a string that decides whether it is a picture. Shorter strings are text. */
const PROBE_BYTES = 1024;
/** Large pieces are processed in steps, to limit the memory for copies. */
const STEP_BYTES = 1024 * 1024;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+;base64,/;

/** Receives the body in pieces. */
export type BodyRecorder<T> = { push: (bytes: Uint8Array) => void; end: () => T };

/** The record of a JSON body. The text is truncated after `maxTextBytes`. */
export type RecordedJson = { segments: ExchangeSegment[]; isCut: boolean };

/** Creates the recorder of one body; the record does not depend on how the body is split into pieces. */
export function createJsonRecorder(maxTextBytes: number): BodyRecorder<RecordedJson> {
  const segments: ExchangeSegment[] = [];
  let text: Uint8Array[] = [];
  let textBytes = 0;
  let files = 0;
  let isCut = false;
  let place: 'outside' | 'string' | 'probe' | 'picture' = 'outside';
  let isEscaped = false;
  let probe: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let picture: { digest: FileDigest; rest: string } | undefined;

  function write(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, Math.max(0, maxTextBytes - textBytes));
    if (kept.length < bytes.length) isCut = true;
    textBytes += kept.length;
    // A copy: the piece may be overwritten after it has been sent.
    if (kept.length > 0) text.push(Uint8Array.from(kept));
  }

  function endText(): void {
    if (text.length > 0) segments.push(Buffer.concat(text).toString('utf8'));
    text = [];
  }

  /**
   * Offset of the end of a string in `bytes` from `start`; the length of `bytes` if the string continues in the next
   * piece.
   */
  function findEnd(bytes: Uint8Array, start: number): number {
    if (place === 'picture') {
      const end = bytes.indexOf(QUOTE, start);
      return end === -1 ? bytes.length : end;
    }
    for (let index = start; index < bytes.length; index++) {
      if (isEscaped) isEscaped = false;
      else if (bytes[index] === BACKSLASH) isEscaped = true;
      else if (bytes[index] === QUOTE) return index;
    }
    return bytes.length;
  }

  function judgeProbe(): void {
    const head = probe.toString('latin1');
    const prefix = DATA_URL.exec(head)?.[0] ?? '';
    const base64 = head.slice(prefix.length);
    const first = Buffer.from(base64.slice(0, SNIFFED_BYTES * 2), 'base64');
    place = /^[\w+/=-]*$/.test(base64) && sniffPicture(first) ? 'picture' : 'string';
    write(place === 'picture' ? probe.subarray(0, prefix.length) : probe);
    if (place !== 'picture') return;
    endText();
    picture = { digest: createFileDigest(), rest: '' };
    takePicture(probe.subarray(prefix.length));
  }

  function takePicture(base64: Uint8Array): void {
    if (!picture) return;
    const whole = picture.rest + Buffer.from(base64).toString('latin1');
    const usable = whole.length - (whole.length % 4);
    picture.digest.update(Buffer.from(whole.slice(0, usable), 'base64'));
    picture.rest = whole.slice(usable);
  }

  function endPicture(): void {
    if (!picture) return;
    picture.digest.update(Buffer.from(picture.rest, 'base64'));
    files += 1;
    segments.push(picture.digest.finish((type) => `image-${files}.${type || 'bin'}`));
    picture = undefined;
  }

  function endString(): void {
    if (place === 'probe') write(probe);
    if (place === 'picture') endPicture();
    probe = Buffer.alloc(0);
    place = 'outside';
  }

  /** Processes the bytes of the open string; returns where it ends. */
  function takeString(bytes: Uint8Array, start: number): number {
    const end = findEnd(bytes, start);
    if (place === 'probe') {
      const probed = Math.min(end, start + PROBE_BYTES - probe.length);
      probe = Buffer.concat([probe, bytes.subarray(start, probed)]);
      if (probe.length < PROBE_BYTES) return end;
      judgeProbe();
      takeRest(bytes.subarray(probed, end));
    } else {
      takeRest(bytes.subarray(start, end));
    }
    return end;
  }

  function takeRest(bytes: Uint8Array): void {
    if (place === 'picture') takePicture(bytes);
    else write(bytes);
  }

  function take(bytes: Uint8Array): void {
    let index = 0;
    while (index < bytes.length) {
      if (place === 'outside') {
        const quote = bytes.indexOf(QUOTE, index);
        const end = quote === -1 ? bytes.length : quote + 1;
        write(bytes.subarray(index, end));
        if (quote !== -1) place = 'probe';
        index = end;
        continue;
      }
      index = takeString(bytes, index);
      if (index === bytes.length) continue;
      endString();
      write(bytes.subarray(index, index + 1));
      index += 1;
    }
  }

  return {
    push(bytes) {
      for (let start = 0; start < bytes.length; start += STEP_BYTES) take(bytes.subarray(start, start + STEP_BYTES));
    },
    end() {
      endString();
      endText();
      return { segments, isCut };
    },
  };
}

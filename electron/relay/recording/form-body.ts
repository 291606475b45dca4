// Records a multipart body (RFC 7578) while it is sent: the fields, and the name, kind, size and digest of each file.

import type { ExchangeBody } from '../../../shared/contract/exchanges.ts';
import { createFileDigest, type FileDigest } from './file-digest.ts';
import type { BodyRecorder } from './json-body.ts';

type Part = Extract<ExchangeBody, { kind: 'form' }>['parts'][number];
/** The record of a form. The values of fields are truncated after `maxTextBytes` in total. */
export type RecordedForm = { parts: Part[]; isCut: boolean };

const MAX_HEAD_BYTES = 16 * 1024;

/** Creates the recorder of one body; the record does not depend on how the body is split into pieces. */
export function createFormRecorder(maxTextBytes: number): BodyRecorder<RecordedForm> {
  const parts: Part[] = [];
  let boundary = '';
  let held: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let open: { name: string; fileName: string | undefined; digest: FileDigest; value: Buffer[] } | undefined;
  let textBytes = 0;
  let isCut = false;

  function takeContent(bytes: Buffer): void {
    if (!open) return;
    if (open.fileName !== undefined) {
      open.digest.update(bytes);
      return;
    }
    const kept = bytes.subarray(0, Math.max(0, maxTextBytes - textBytes));
    if (kept.length < bytes.length) isCut = true;
    textBytes += kept.length;
    open.value.push(Buffer.from(kept));
  }

  function endPart(): void {
    if (!open) return;
    const { name, fileName, digest, value } = open;
    parts.push({
      name,
      value: fileName === undefined ? Buffer.concat(value).toString('utf8') : digest.finish(() => fileName),
    });
    open = undefined;
  }

  /** Processes the next part of the buffer; returns false if more bytes are needed. */
  function step(): boolean {
    if (open) {
      const delimiter = `\r\n--${boundary}`;
      const end = held.indexOf(delimiter, 0, 'latin1');
      // A possible start of a delimiter stays in the buffer until the rest arrives.
      const safe = end === -1 ? Math.max(0, held.length - delimiter.length) : end;
      takeContent(held.subarray(0, safe));
      held = held.subarray(safe);
      if (end === -1) return false;
      endPart();
      held = held.subarray(2);
      return true;
    }
    const headEnd = held.indexOf('\r\n\r\n', 0, 'latin1');
    if (headEnd === -1) {
      // Neither the closing delimiter nor an endless header is kept.
      if (held.length > MAX_HEAD_BYTES) held = Buffer.alloc(0);
      return false;
    }
    const head = held.subarray(0, headEnd).toString('utf8');
    held = held.subarray(headEnd + 4);
    boundary ||= /^--([^\r\n]+)/.exec(head)?.[1] ?? '';
    const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? '';
    const fileName = /\bfilename="([^"]*)"/i.exec(head)?.[1];
    open = { name, fileName, digest: createFileDigest(), value: [] };
    return true;
  }

  return {
    push(bytes) {
      held = Buffer.concat([held, bytes]);
      while (step());
    },
    end() {
      endPart();
      return { parts, isCut };
    },
  };
}

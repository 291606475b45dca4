import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../shared/contract/exchanges.ts';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { fileFormatter, formatReply, formatRequest, formatTimings } from './exchange-text.ts';

const t = createTranslator('en');
const formatFile = fileFormatter(t, 'en');
const file = { name: 'image-1.png', type: 'png', sizeBytes: 1_258_291, sha256: '1f3a5b7c9d00ffff' };
const exchange: Exchange = {
  tryNumber: 1,
  part: null,
  method: 'POST',
  url: 'https://relay.example/v1/images/edits',
  headers: [['authorization', 'Bearer ••••••••']],
  body: { kind: 'none' },
  reply: null,
  failure: '',
  startedAtMs: 0,
  queuedMs: 12_340,
  connectedMs: 3.4,
  writtenMs: 250,
  firstByteMs: 1234,
  lastByteMs: null,
};
const bodyOf = (body: Exchange['body']) =>
  formatRequest({ ...exchange, body }, formatFile)
    .split('\n')
    .slice(3)
    .join('\n');

describe('a request', () => {
  it('begins with its address and headers', () =>
    expect(formatRequest(exchange, formatFile)).toBe(
      'POST https://relay.example/v1/images/edits\nauthorization: Bearer ••••••••',
    ));

  it('shows formatted JSON, files by their facts', () =>
    expect(bodyOf({ kind: 'json', segments: ['{"image":"data:image/png;base64,', file, '"}'], isCut: false })).toBe(
      '{\n  "image": "data:image/png;base64,‹png, 1.2 MB, sha256 1f3a5b7c9d00…›"\n}',
    ));

  it('shows truncated JSON unchanged', () =>
    expect(bodyOf({ kind: 'json', segments: ['{"input":"abc'], isCut: true })).toBe('{"input":"abc'));

  it('lists the parts of a form', () =>
    expect(
      bodyOf({
        kind: 'form',
        parts: [
          { name: 'prompt', value: 'x' },
          { name: 'image', value: file },
        ],
        isCut: false,
      }),
    ).toBe('prompt = x\nimage = image-1.png ‹png, 1.2 MB, sha256 1f3a5b7c9d00…›'));
});

it('a reply shows status, headers and the beginning of its text', () =>
  expect(formatReply({ status: 429, headers: [['retry-after', '12']], bodyStart: 'slow' })).toBe(
    '429\nretry-after: 12\n\nslow',
  ));

it('timings name each step', () =>
  expect(formatTimings(exchange, t, 'en')).toBe(
    'queued 12.3 s · connected 3.4 ms · sent 250 ms · first byte 1,234 ms',
  ));

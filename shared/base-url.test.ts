import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoint, normaliseBaseUrl } from './base-url.ts';

const baseOf = (pasted: string) => {
  const result = normaliseBaseUrl(pasted);
  return result.ok ? result.data.baseUrl : result.error;
};

describe('normaliseBaseUrl', () => {
  it.each([
    ['https://relay.example', 'https://relay.example'],
    ['https://relay.example/', 'https://relay.example'],
    ['https://relay.example/v1', 'https://relay.example'],
    ['https://relay.example/v1/', 'https://relay.example'],
    ['  https://relay.example/v1/audio/speech \n', 'https://relay.example'],
    ['https://relay.example/v1/images/edits?x=1#y', 'https://relay.example'],
    ['relay.example/v1', 'https://relay.example'],
    ['relay.example:8443', 'https://relay.example:8443'],
    ['https://relay.example/api/v1', 'https://relay.example/api'],
    ['https://relay.example//v1//', 'https://relay.example'],
    ['HTTPS://Relay.Example/V1', 'https://relay.example'],
    ['localhost:3000/v1', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000'],
    ['https://relay.example/v1beta', 'https://relay.example/v1beta'],
  ])('%j → %s', (pasted, expected) => expect(baseOf(pasted)).toBe(expected));

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['ftp://relay.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://relay.example', 'plainHttp'],
    ['http://127.0.0.1.evil.example', 'plainHttp'],
    ['https://user:secret@relay.example', 'credentials'],
    ['https://relay.example:0', 'noHost'],
    ['https://relay.example.', 'noHost'],
    ['https://', 'unreadable'],
    ['https://exa mple:port', 'unreadable'],
  ])('%j is refused: %s', (pasted, problem) => expect(baseOf(pasted)).toBe(problem));

  it('shows look-alike names in their true spelling', () => {
    expect(baseOf('https://rеlay.example')).toMatch(/^https:\/\/xn--/);
  });

  it('gives the same answer for its own answer', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = normaliseBaseUrl(url);
        if (once.ok) expect(baseOf(once.data.baseUrl)).toBe(once.data.baseUrl);
      }),
    );
  });

  it('leads to one /v1, whatever was pasted', () => {
    const result = normaliseBaseUrl('https://relay.example/v1/');
    expect(result.ok && endpoint(result.data.baseUrl, 'audio/speech')).toBe('https://relay.example/v1/audio/speech');
  });
});

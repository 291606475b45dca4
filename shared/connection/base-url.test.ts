import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoint, normaliseBaseUrl } from './base-url.ts';
import { isPublicAddress } from './special-addresses.ts';

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
    ['https://relay.example/v1/v1', 'https://relay.example'],
    ['https://relay.example.', 'https://relay.example'],
    ['https://relay.example/v1/chat/completions', 'https://relay.example'],
    ['"https://relay.example/v1"', 'https://relay.example'],
    ['“https://relay.example”，', 'https://relay.example'],
    ['<https://relay.example/v1>', 'https://relay.example'],
    ['ｈｔｔｐｓ：／／ｒｅｌａｙ．ｅｘａｍｐｌｅ／ｖ１', 'https://relay.example'],
    ['https：//relay。example/v1', 'https://relay.example'],
    ['https:/relay.example', 'https://relay.example'],
    ['https:relay.example', 'https://relay.example'],
    ["curl https://relay.example/v1/audio/speech -H 'Authorization: Bearer k'", 'https://relay.example'],
    ['curl -X POST "https://relay.example:8443/v1/images/edits" \\\n  -d @x', 'https://relay.example:8443'],
    ['$ curl relay.example/v1/models', 'https://relay.example'],
    ['curl -sS localhost:3000/v1/models', 'http://localhost:3000'],
    ['BASE_URL=https://relay.example/v1', 'https://relay.example'],
    ['"baseURL": "https://relay.example/v1",', 'https://relay.example'],
    ['接口地址：https://relay.example/v1 。', 'https://relay.example'],
    ['https://relay.exa\nmple/v1', 'https://relay.example'],
    ['::1', 'http://[::1]'],
    ['2001:db8::1/v1', 'https://[2001:db8::1]'],
    ['[2001:db8::1]:8443/v1', 'https://[2001:db8::1]:8443'],
  ])('%j → %s', (pasted, expected) => expect(baseOf(pasted)).toBe(expected));

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['ftp://relay.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    // attack 23
    ['javascript:alert(1)', 'scheme'],
    ['http://relay.example', 'plainHttp'],
    // attack 23
    ['http://127.0.0.1.evil.example', 'plainHttp'],
    ['http://8.8.8.8', 'plainHttp'],
    ['http://nas.local:3000', 'plainHttp'],
    ['http://192.168.1.20:3000', 'privateHttp'],
    ['http://[fd00::1]:3000', 'privateHttp'],
    ['curl --help', 'empty'],
    // attack 23
    ['https://user:secret@relay.example', 'credentials'],
    ['https://:secret@relay.example', 'credentials'],
    // attack 23
    ['https://relay.example:0', 'noHost'],
    ['https://', 'unreadable'],
    ['https://exa mple:port', 'unreadable'],
    ['not an address', 'unreadable'],
    ['address', 'unreadable'],
    ['see relay.example', 'unreadable'],
  ])('%j is refused: %s', (pasted, problem) => expect(baseOf(pasted)).toBe(problem));

  // attack 23
  it('shows look-alike names in their punycode spelling', () => {
    expect(baseOf('https://rеlay.example')).toMatch(/^https:\/\/xn--/);
  });

  describe('http on a private network, with consent', () => {
    const allowed = (pasted: string) => {
      const result = normaliseBaseUrl(pasted, { allowsPrivateHttp: true });
      return result.ok ? result.data.baseUrl : result.error;
    };
    it.each([
      '10.0.0.5',
      '172.16.0.1',
      '172.31.255.1',
      '192.168.1.20',
      '169.254.1.1',
      '100.64.0.1',
      '[fd00::1]',
      '[fe80::1]',
    ])('is accepted at %s, and assumed there when the scheme is missing', (host) => {
      expect(allowed(`http://${host}:3000/v1`)).toBe(`http://${host}:3000`);
      expect(allowed(`${host}:3000`)).toBe(`http://${host}:3000`);
    });
    it.each([
      '172.32.0.1',
      '11.0.0.1',
      '192.169.0.1',
      '100.128.0.1',
      '8.8.8.8',
      '10.evil.example',
      '[2001:db8::1]',
      'nas.local',
    ])('is still refused at %s', (host) => expect(allowed(`http://${host}`)).toBe('plainHttp'));
  });

  it('finds the same address in every pasted form', () => {
    const host = fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom('[2001:db8::1]', '[::1]', 'localhost'));
    const port = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1024, max: 65_535 }).map((number) => `:${number}`),
    );
    const path = fc.constantFrom('', '/api', '/a/b');
    const tail = fc.constantFrom(
      '',
      '/',
      '/v1',
      '/v1/',
      '/v1/audio/speech',
      '/v1/images/edits',
      '/v1/models?x=1',
      '//v1//',
      '/V1#top',
    );
    const wide = (text: string) =>
      [...text].map((c) => (/[!-~]/.test(c) ? String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0) : c)).join('');
    const dress = fc.constantFrom(
      (url: string) => url,
      (url: string) => `  ${url}\n`,
      (url: string) => `"${url}"`,
      (url: string) => `“${url}”`,
      (url: string) => `curl -X POST '${url}' -H 'Authorization: Bearer sk-x.y' -d '{}'`,
      (url: string) => `export BASE_URL="${url}"`,
      (url: string) => `${url.slice(0, 12)} ${url.slice(12)}`,
      (url: string) => url.replace('https://', 'HTTPS:\\\\'),
      wide,
    );
    fc.assert(
      fc.property(host, port, path, tail, dress, (h, p, folder, end, dressed) => {
        expect(baseOf(dressed(`https://${h}${p}${folder}${end}`))).toBe(new URL(`https://${h}${p}`).origin + folder);
      }),
    );
  });

  // attack 23
  it('never accepts http for a public address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.ipV4().map((ip) => `http://${ip}`),
        ),
        fc.boolean(),
        (pasted, allowsPrivateHttp) => {
          const result = normaliseBaseUrl(pasted, { allowsPrivateHttp });
          if (!result.ok || result.data.baseUrl.startsWith('https://')) return;
          expect(
            result.data.isLoopback ||
              (allowsPrivateHttp && !isPublicAddress(new URL(result.data.baseUrl).hostname.replace(/[[\]]/g, ''))),
          ).toBe(true);
        },
      ),
    );
  });

  it('returns its own results unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = normaliseBaseUrl(url);
        if (once.ok) expect(baseOf(once.data.baseUrl)).toBe(once.data.baseUrl);
      }),
    );
  });

  it('leads to a single /v1, whatever was pasted', () => {
    const result = normaliseBaseUrl('https://relay.example/v1/');
    expect(result.ok && endpoint(result.data.baseUrl, 'audio/speech')).toBe('https://relay.example/v1/audio/speech');
  });
});

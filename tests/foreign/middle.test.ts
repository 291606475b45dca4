// The app's client and the practice relay, with something in between that nobody here wrote: the bytes arrive as the
// relay sent them, nothing is sent twice, and a reply that was cut is called so.

import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import { generateCACertificate, getLocal, type Mockttp } from 'mockttp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AgentOptions } from '../../electron/relay/agents.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pictureOf } from '../practice-relay/client.ts';
import { type EditRelay, startEditRelay } from '../support/edit-relay.ts';
import { openClient, speechRequest } from '../support/relay-client.ts';
import { CUTS, compressed, FRAMES, type Gateway, startGateway } from './middle.ts';

let relay: EditRelay;
let picture: Buffer;
/** What the edit gives without anything in between, by its form; edits are the same every time. */
const direct: Record<'multipart' | 'json', string> = { multipart: '', json: '' };
const FORMS = ['multipart', 'json'] as const;

beforeAll(async () => {
  [relay, picture] = await Promise.all([startEditRelay(), pictureOf('1920x1920')]);
});
afterAll(async () => {
  await relay.close();
  expect(relay.bugs).toEqual([]);
});

const PICTURE_CENTS = 4;
/** What the relay has charged since the start, in cents. */
async function charged(): Promise<number> {
  const headers = { authorization: 'Bearer any' };
  const reply = await fetch(`${relay.base}/v1/dashboard/billing/usage`, { headers });
  return ((await reply.json()) as { total_usage: number }).total_usage;
}

async function editBy(form: 'multipart' | 'json', at: string, way?: Partial<AgentOptions>) {
  const { edit } = await openClient({}, at, way);
  const outputFormat = form === 'multipart' ? ('jpeg' as const) : null;
  return edit(editRequest({ form, options: { responseFormat: 'b64_json', outputFormat } }), { pictures: [picture] });
}

/** Speaks and edits in both forms through a gateway; everything arrives, and is charged once. */
async function expectIdentical(
  gateway: Gateway,
  forms: readonly ('multipart' | 'json')[] = ['multipart'],
  way?: Partial<AgentOptions>,
): Promise<void> {
  const { speak } = await openClient({}, gateway.base, way);
  const spoken = await speak(speechRequest({ text: 'Good morning.', format: 'wav' }));
  expect(spoken.result).toMatchObject({ ok: true, data: { format: 'wav' } });
  expect(spoken.audio.equals(gateway.sent())).toBe(true);
  for (const form of forms) {
    direct[form] ||= (await editBy(form, relay.base)).pictures[0] ?? '';
    const before = await charged();
    const { result, pictures } = await editBy(form, gateway.base, way);
    expect(result).toMatchObject({ ok: true, data: { error: null } });
    expect(pictures[0] === direct[form]).toBe(true);
    expect((await charged()) - before).toBeCloseTo(PICTURE_CENTS);
  }
}

describe('a gateway', () => {
  // CF-30
  test('that passes everything on', async () => {
    await expectIdentical(await startGateway(relay.base), FORMS);
  });

  // An edit takes a second, and its reply arrives by the same code as a sound: it is made once for all frames, and once
  // for all codings.
  // CF-31
  test.each(
    Object.entries(FRAMES).map(([name, passOn], index) => ({
      name,
      passOn,
      forms: FORMS.slice(0, index === 0 ? 1 : 0),
    })),
  )('that sends the reply $name', async ({ passOn, forms }) => {
    await expectIdentical(await startGateway(relay.base, { passOn }), forms);
  });

  // CF-32
  test('that offers HTTP/2 first is spoken to in HTTP/1', async () => {
    const gateway = await startGateway(relay.base, { h2: true });
    await expectIdentical(gateway, ['multipart'], { extraCertificates: gateway.certificates });
    expect(new Set(gateway.protocols)).toEqual(new Set(['HTTP/1.1']));
  });

  // CF-33
  test.each(Object.entries(CUTS))('that resets the connection half-way, %s', async (_name, passOn) => {
    const gateway = await startGateway(relay.base, { passOn });
    const { speak } = await openClient({}, gateway.base);
    const { result, audio } = await speak(speechRequest({ text: 'Good morning.' }));
    expect(result).toMatchObject({ ok: false, error: { code: 'reply.cut' } });
    expect(audio.length).toBeGreaterThan(0);
    expect(gateway.sent().subarray(0, audio.length).equals(audio)).toBe(true);
    const edited = await editBy('json', gateway.base);
    expect(edited.result).not.toMatchObject({ ok: true, data: { error: null } });
    expect(gateway.protocols).toHaveLength(2);
  });

  // CF-35
  test.each([
    ['gzip', createGzip, FORMS.slice(0, 1)],
    ['deflate', createDeflate, []],
    ['br', createBrotliCompress, []],
    ['zstd', createZstdCompress, []],
  ] as const)('that compresses unasked: %s', async (coding, compress, forms) => {
    await expectIdentical(await startGateway(relay.base, { passOn: compressed(coding, compress) }), forms);
  });

  // CF-34
  test('that has lost the relay', async () => {
    const gateway = await startGateway('http://127.0.0.1:9');
    const { speak } = await openClient({}, gateway.base);
    expect((await speak()).result).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
    expect(gateway.protocols).toHaveLength(1);
  });
});

describe('a proxy that opens TLS', () => {
  /** A name that no name server knows: it is reached through the proxy only. */
  const NAME = 'https://relay.invalid';

  async function startProxy(): Promise<{ proxy: Mockttp; way: Partial<AgentOptions>; versions: string[] }> {
    const ca = await generateCACertificate({ bits: 2048 });
    const proxy = getLocal({ https: ca, http2: true });
    await proxy.start();
    onTestFinished(() => proxy.stop());
    const versions: string[] = [];
    await proxy.on('request-initiated', ({ httpVersion }) => void versions.push(httpVersion ?? ''));
    const way = { resolveProxy: async () => `PROXY 127.0.0.1:${proxy.port}`, extraCertificates: [ca.cert] };
    return { proxy, way, versions };
  }

  // CF-40
  test('passes everything on, late', async () => {
    const { proxy, way, versions } = await startProxy();
    await proxy.forAnyRequest().delay(100).thenForwardTo(relay.base);
    direct.multipart ||= (await editBy('multipart', relay.base)).pictures[0] ?? '';
    const before = await charged();
    const { result, pictures } = await editBy('multipart', NAME, way);
    expect(result).toMatchObject({ ok: true, data: { error: null } });
    expect(pictures[0] === direct.multipart).toBe(true);
    expect((await charged()) - before).toBeCloseTo(PICTURE_CENTS);
    expect(versions).toEqual(['1.1']);
  });

  // CF-41
  test.each(['thenResetConnection', 'thenCloseConnection'] as const)(
    'ends the connection instead of an answer (%s): nothing is sent again',
    async (end) => {
      const { proxy, way, versions } = await startProxy();
      await proxy.forAnyRequest()[end]();
      const { speak } = await openClient({}, NAME, way);
      expect((await speak()).result).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
      expect(versions).toHaveLength(1);
    },
  );
});

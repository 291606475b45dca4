import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Exchange, ExchangeBody, ExchangeFile } from '../../../../shared/contract/exchanges.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { toCurl } from './curl.ts';

const KEY = 'sk-"quoted" $HOME `id`';
const folder = mkdtempSync(path.join(tmpdir(), 'curl-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
// A fake curl: records its arguments, each terminated by a zero, and its standard input.
writeFileSync(
  path.join(folder, 'curl'),
  '#!/bin/sh\nprintf "%s\\0" "$@" > arguments\ncase "$*" in *@-*) cat > input;; esac\n',
);
chmodSync(path.join(folder, 'curl'), 0o755);

const exchange = (body: ExchangeBody, change: Partial<Exchange> = {}): Exchange => ({
  tryNumber: 1,
  part: null,
  method: 'POST',
  url: 'https://relay.example/v1/audio/speech',
  headers: [['authorization', 'Bearer ••••••••']],
  body,
  reply: null,
  failure: '',
  startedAtMs: 0,
  queuedMs: 0,
  connectedMs: 1,
  writtenMs: 2,
  firstByteMs: null,
  lastByteMs: null,
  ...change,
});

/** Runs the command as if pasted into a shell. */
function run(command: string): { args: string[]; input: () => string } {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, RELAY_API_KEY: KEY };
  execFileSync('bash', ['-c', command], { cwd: folder, env });
  const args = readFileSync(path.join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1);
  return { args, input: () => readFileSync(path.join(folder, 'input'), 'utf8') };
}

// Any text without the zero character, which arguments cannot contain.
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom("it's", '$(id)', '`id`', '\\', '"', '\n', '!!', "'\\''", '-x', '@file'),
  )
  .map((text) => text.replaceAll('\0', '').toWellFormed());
const few = { numRuns: runs(30) };

describe.skipIf(process.platform === 'win32')('a request as a curl command', () => {
  it('sends the same JSON, with the key from the environment', () => {
    fc.assert(
      fc.property(anyText, anyText, (input, header) => {
        const value = header.replace(/[\r\n]/g, '');
        const body = JSON.stringify({ input });
        const command = toCurl(
          exchange(
            { kind: 'json', segments: [body], isCut: false },
            {
              headers: [
                ['authorization', 'x'],
                ['x-extra', value],
              ],
            },
          ),
        );
        expect(run(command ?? '').args).toEqual([
          'https://relay.example/v1/audio/speech',
          '-H',
          `Authorization: Bearer ${KEY}`,
          '-H',
          `x-extra: ${value}`,
          '-H',
          'Content-Type: application/json',
          '--data-raw',
          body,
        ]);
      }),
      few,
    );
  });

  it('sends pictures inside JSON from their files', () => {
    fc.assert(
      fc.property(anyText, fc.uint8Array({ minLength: 1, maxLength: 3000 }), (prompt, bytes) => {
        writeFileSync(path.join(folder, 'image-1.png'), bytes);
        const file: ExchangeFile = { name: 'image-1.png', type: 'png', sizeBytes: bytes.length, sha256: '' };
        const [head, tail] = [`{"prompt":${JSON.stringify(prompt)},"image":"data:image/png;base64,`, '"}'];
        const { args, input } = run(
          toCurl(exchange({ kind: 'json', segments: [head, file, tail], isCut: false })) ?? '',
        );
        expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
        expect(JSON.parse(input())).toEqual({
          prompt,
          image: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
        });
      }),
      few,
    );
  });

  it('sends forms: values unchanged, files by name', () => {
    fc.assert(
      fc.property(anyText, (prompt) => {
        const command = toCurl(
          exchange({
            kind: 'form',
            parts: [
              { name: 'prompt', value: prompt },
              { name: 'image[]', value: { name: 'a "b" \\.png', type: 'png', sizeBytes: 1, sha256: '' } },
            ],
            isCut: false,
          }),
        );
        expect(run(command ?? '').args.slice(3)).toEqual([
          '--form-string',
          `prompt=${prompt}`,
          '-F',
          'image[]=@"a \\"b\\" \\\\.png";type=image/png',
        ]);
      }),
      few,
    );
  });
});

it('there is none for a request that was not sent or not recorded completely', () => {
  expect(toCurl(exchange({ kind: 'none' }))).toBeNull();
  expect(toCurl(exchange({ kind: 'json', segments: ['{'], isCut: true }))).toBeNull();
});

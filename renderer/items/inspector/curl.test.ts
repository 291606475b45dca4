import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Exchange, ExchangeBody, ExchangeFile } from '../../../shared/contract/exchanges.ts';
import { runs } from '../../../tests/support/runs.ts';
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

/** Those of the shells that are installed; Windows has none of them. */
const SHELLS = ['sh', 'bash', 'zsh', 'fish'].map((shell) => ({
  shell,
  isMissing: process.platform === 'win32' || spawnSync(shell, ['-c', 'true']).error !== undefined,
}));

/** Runs the command as if pasted into a shell. */
function run(shell: string, command: string): { args: string[]; input: () => string } {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, RELAY_API_KEY: KEY, LC_ALL: 'C.UTF-8' };
  execFileSync(shell, ['-c', command], { cwd: folder, env });
  const args = readFileSync(path.join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1);
  return { args, input: () => readFileSync(path.join(folder, 'input'), 'utf8') };
}

// Any text without the zero character, which arguments cannot contain.
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(
        "it's",
        '$(id)',
        '`id`',
        '\\',
        "\\'",
        "\\\\'",
        ' ; id; ',
        '"',
        '\n',
        '!!',
        "'\\''",
        '-x',
        '@file',
      ),
      fc.constantFrom('\u0003', '\u0015', '\u001b[A', '\t', '\r', '\u007f', '\u009b', '%PATH%', '&', '|', '’', '字'),
    ),
    { maxLength: 4 },
  )
  .map((texts) => texts.join('').replaceAll('\0', '').toWellFormed());
const few = { numRuns: runs(30) };
const json = (...segments: (string | ExchangeFile)[]): Exchange => exchange({ kind: 'json', segments, isCut: false });
const form = (...values: (string | ExchangeFile)[]): Exchange =>
  exchange({ kind: 'form', parts: values.map((value) => ({ name: 'part[]', value })), isCut: false });
const fileNamed = (name: string): ExchangeFile => ({ name, type: 'png', sizeBytes: 1, sha256: '' });

// attack 53
describe.each(SHELLS)(
  'a request as a curl command in $shell (skipped where it is not installed)',
  ({ shell, isMissing }) => {
    it.skipIf(isMissing)('sends the same JSON, with the key from the environment', () => {
      fc.assert(
        fc.property(anyText, anyText, (input, header) => {
          const value = header.replace(/\p{Cc}/gu, '');
          const request = json(JSON.stringify({ input }));
          const { args } = run(
            shell,
            toCurl(
              {
                ...request,
                headers: [
                  ['authorization', 'x'],
                  ['x-extra', value],
                ],
              },
              'posix',
            ) ?? '',
          );
          expect(args.slice(0, -1)).toEqual([
            'https://relay.example/v1/audio/speech',
            '-H',
            `Authorization: Bearer ${KEY}`,
            '-H',
            `x-extra: ${value}`,
            '-H',
            'Content-Type: application/json',
            '--data-raw',
          ]);
          expect(JSON.parse(args.at(-1) ?? '')).toEqual({ input });
        }),
        few,
      );
    });

    it.skipIf(isMissing)('sends pictures inside JSON from their files', () => {
      fc.assert(
        fc.property(anyText, fc.uint8Array({ minLength: 1, maxLength: 3000 }), (prompt, bytes) => {
          writeFileSync(path.join(folder, 'image-1.png'), bytes);
          const [head, tail] = [`{"prompt":${JSON.stringify(prompt)},"image":"data:image/png;base64,`, '"}'];
          const { args, input } = run(shell, toCurl(json(head, fileNamed('image-1.png'), tail), 'posix') ?? '');
          expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
          expect(JSON.parse(input())).toEqual({
            prompt,
            image: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
          });
        }),
        few,
      );
    });

    it.skipIf(isMissing)('sends forms: values unchanged, files by name', () => {
      fc.assert(
        fc.property(anyText, (prompt) => {
          const { args } = run(shell, toCurl(form(prompt, fileNamed('a "b" \\.png')), 'posix') ?? '');
          expect(args.slice(3)).toEqual([
            '--form-string',
            `part[]=${prompt}`,
            '-F',
            'part[]=@"a \\"b\\" \\\\.png";type=image/png',
          ]);
        }),
        few,
      );
    });
  },
);

// attack 53
it('a command has no character that acts as a key at a prompt', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, name) => {
      for (const shell of ['posix', 'powershell'] as const)
        for (const request of [json(JSON.stringify({ text })), form(text, fileNamed(name))])
          expect((toCurl(request, shell) ?? '').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: runs(200) },
  );
});

describe('a request as a curl command in PowerShell', () => {
  const NUMBER_OR_TEXT = /\[char\](\d+)|'((?:[^'‘’‚‛]|(['‘’‚‛])\3)*)'/gu;
  /** What PowerShell reads: its quoted texts, joined where a plus is between them, and what is left outside. */
  const read = (command: string): { texts: string[]; bare: string } => {
    const texts: string[] = [];
    const bare = command.replace(
      /(?:\[char\]\d+|'(?:[^'‘’‚‛]|(['‘’‚‛])\1)*')(?:\+(?:\[char\]\d+|'(?:[^'‘’‚‛]|(['‘’‚‛])\2)*'))*/gu,
      (expression) => {
        const parts = [...expression.matchAll(NUMBER_OR_TEXT)].map(([, code, text = '']) =>
          code === undefined ? text.replace(/(['‘’‚‛])\1/g, '$1') : String.fromCharCode(Number(code)),
        );
        texts.push(parts.join(''));
        return '…';
      },
    );
    return { texts, bare: bare.replaceAll('(…)', '…') };
  };

  // attack 53
  it('has every text within quotes, whatever is in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { texts, bare } = read(toCurl(json(JSON.stringify({ text })), 'powershell') ?? '');
        expect(JSON.parse(texts[0] ?? '')).toEqual({ text });
        expect(bare).toBe(
          '& { $OutputEncoding = New-Object Text.UTF8Encoding $false\n… |\n' +
            'curl.exe … -H "Authorization: Bearer $env:RELAY_API_KEY" -H … --data-binary … }',
        );
      }),
      { numRuns: runs(200) },
    );
  });

  // attack 53
  it('has the parts of a form as curl reads them from its input', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { texts, bare } = read(toCurl(form(text, fileNamed('a "b".png')), 'powershell') ?? '');
        const spaces: Record<string, string> = { n: '\n', r: '\r', t: '\t', v: '\v' };
        const [, value = ''] = /^form-string = "(.*)"$/su.exec(texts[0] ?? '') ?? [];
        expect(value.replace(/\\(.)/gsu, (_, escaped: string) => spaces[escaped] ?? escaped)).toBe(`part[]=${text}`);
        expect(texts[1]).toBe(String.raw`form = "part[]=@\"a \\\"b\\\".png\";type=image/png"`);
        expect(bare).toBe(
          '& { $OutputEncoding = New-Object Text.UTF8Encoding $false\n…,\n… |\n' +
            'curl.exe … -H "Authorization: Bearer $env:RELAY_API_KEY" -K - }',
        );
      }),
      { numRuns: runs(200) },
    );
  });
});

it('there is none for a request that was not sent or not recorded completely, or cannot be written', () => {
  expect(toCurl(exchange({ kind: 'none' }), 'posix')).toBeNull();
  expect(toCurl(exchange({ kind: 'json', segments: ['{'], isCut: true }), 'posix')).toBeNull();
  expect(toCurl(form('a\0b'), 'posix')).toBeNull();
});

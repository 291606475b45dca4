import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { readParts } from './multipart-parts.ts';

const TYPE = 'multipart/form-data; boundary=b';
const read = (text: string, type = TYPE) =>
  readParts(new Uint8Array(Buffer.from(text, 'latin1')), type)?.map(({ name, isFile, bytes }) => [
    name,
    isFile,
    Buffer.from(bytes).toString('latin1'),
  ]);
const part = (head: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

test('texts and files, in their order', () => {
  const body = `${part('name="a"', '1')}${part('name="image"; filename=""', '\x00\xff')}${part('name=a', '')}--b--\r\n`;
  expect(read(body)).toEqual([
    ['a', false, '1'],
    ['image', true, '\x00\xff'],
    ['a', false, ''],
  ]);
});

test.each([
  ['words before and after', `hello\r\n${part('name="a"', '1')}--b--\r\nbye`],
  ['blanks after the boundary', `--b \t\r\ncontent-disposition:form-data;name="a"\r\n\r\n1\r\n--b--`],
  ['more header lines', `--b\r\nX: y\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: z\r\n\r\n1\r\n--b--`],
])('%s', (_name, body) => {
  expect(read(body)).toEqual([['a', false, '1']]);
});

test('a quoted boundary, an escape in a name, a name that mentions a file', () => {
  expect(
    read(part('name="a%22b"', '1').replace('--b', '--b c').concat('--b c--'), `${TYPE.slice(0, -1)}"b c"`),
  ).toEqual([['a"b', false, '1']]);
  expect(read(`${part('name="a; filename=x"', '1')}--b--`)).toEqual([['a; filename=x', false, '1']]);
});

test('content that resembles the boundary stays content', () => {
  const content = 'x\r\n--bb\r\n--b-\r\n-- b\r\n--B--';
  expect(read(`${part('name="a"; filename="f"', content)}--b--`)).toEqual([['a', true, content]]);
});

test.each([
  ['no end', part('name="a"', '1')],
  ['no name', `--b\r\nX: y\r\n\r\n1\r\n--b--`],
  ['no blank line', '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--'],
  ['another boundary', `${part('name="a"', '1')}--b--`.replaceAll('--b', '--c')],
  ['nothing', ''],
])('%s is refused', (_name, body) => {
  expect(read(body)).toBeUndefined();
});

test('no boundary is refused', () => {
  expect(read('--b--', 'multipart/form-data')).toBeUndefined();
});

test('what a form writes is read, whatever it holds', async () => {
  const entry = fc.tuple(fc.string({ minLength: 1 }), fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()));
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (entries) => {
      const form = new FormData();
      for (const [name, value] of entries)
        form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
      const sent = new Response(form);
      const parts = readParts(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '');
      const wellFormed = (text: string): string => text.toWellFormed().replace(/\r\n?|\n/g, '\r\n');
      expect(parts?.map(({ isFile, bytes }) => (isFile ? [...bytes] : Buffer.from(bytes).toString()))).toEqual(
        entries.map(([, value]) => (typeof value === 'string' ? wellFormed(value) : [...value])),
      );
    }),
    { numRuns: runs(50) },
  );
});

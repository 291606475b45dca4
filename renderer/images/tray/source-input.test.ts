import { describe, expect, test } from 'vitest';
import { addressesIn, mayBring, readTransfer } from './source-input.ts';

const transfer = (texts: Record<string, string>, files: File[] = []) => ({
  files: files as unknown as FileList,
  getData: (type: string) => texts[type] ?? '',
});

describe('what is dropped or pasted', () => {
  test('files take precedence over the address that a browser adds', () => {
    const file = new File(['x'], 'a.png');
    expect(readTransfer(transfer({ 'text/uri-list': 'https://a.example/a.png' }, [file]))).toEqual({
      files: [file],
      addresses: [],
    });
  });

  test('addresses are read from the list, otherwise from a text that contains only addresses', () => {
    const list = '# from a page\r\nhttps://a.example/1.png\r\nhttps://a.example/2.png';
    expect(readTransfer(transfer({ 'text/uri-list': list })).addresses).toHaveLength(2);
    expect(readTransfer(transfer({ 'text/plain': ' https://a.example/1.png ' })).addresses).toHaveLength(1);
    expect(readTransfer(transfer({ 'text/plain': 'see https://a.example/1.png' })).addresses).toEqual([]);
    expect(addressesIn('file:///etc/passwd')).toEqual([]);
    expect(addressesIn('')).toEqual([]);
  });

  test('a drag is judged by its types', () => {
    expect(mayBring(['Files'])).toBe(true);
    expect(mayBring(['text/html'])).toBe(false);
  });
});

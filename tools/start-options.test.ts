import { expect, it } from 'vitest';
import { parseStartOptions } from './start-options.ts';

it('reads every flag, and passes to each host the flags it supports', () => {
  const own = ['--headless', '--remote-debugging-port=9222', '--user-data-dir=data', '--save-dir=out'];
  expect(parseStartOptions(['--host=electron', ...own, 'picture.png'])).toEqual({
    host: 'electron',
    isHeadless: true,
    debuggingPort: '9222',
    userData: 'data',
    chromiumOnly: ['--save-dir'],
    appArguments: ['picture.png'],
    hostArguments: [...own, 'picture.png'],
  });
  expect(parseStartOptions([])).toMatchObject({ host: undefined, isHeadless: false, userData: undefined });
});

it('refuses an invalid host or port', () => {
  expect(() => parseStartOptions(['--host=firefox'])).toThrow('--host wants electron or chromium.');
  expect(() => parseStartOptions(['--remote-debugging-port=x'])).toThrow('--remote-debugging-port wants a number.');
});

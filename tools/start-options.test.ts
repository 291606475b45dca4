import { expect, it } from 'vitest';
import { parseStartOptions } from './start-options.ts';

it('reads every flag, and passes to each host the flags it supports', () => {
  const own = ['--headless', '--remote-debugging-port=9222', '--user-data-dir=data', '--save-dir=out'];
  expect(parseStartOptions(['--host=electron', ...own, 'picture.png'])).toEqual({
    host: 'electron',
    isHeadless: true,
    isHeaded: false,
    debuggingPort: '9222',
    userData: 'data',
    chromiumOnly: ['--save-dir'],
    appArguments: ['picture.png'],
    hostArguments: [...own, 'picture.png'],
  });
  expect(parseStartOptions(['--headed', 'picture.png'])).toMatchObject({
    isHeaded: true,
    appArguments: ['picture.png'],
    hostArguments: ['picture.png'],
  });
  expect(parseStartOptions([])).toMatchObject({ host: undefined, isHeadless: false, userData: undefined });
});

it('refuses an invalid host or port, and a window that is to be seen and not to be seen', () => {
  expect(() => parseStartOptions(['--headed', '--headless'])).toThrow('--headed and --headless exclude each other.');
  expect(() => parseStartOptions(['--host=firefox'])).toThrow('--host wants electron or chromium.');
  expect(() => parseStartOptions(['--remote-debugging-port=x'])).toThrow('--remote-debugging-port wants a number.');
});

import { expect, it } from 'vitest';
import { electronArguments } from './arguments.ts';

const START = { appRoot: '/app', uid: 1000, userData: '/data', debuggingPort: '9222', appArguments: ['a.png'] };
const SWITCHES = ['--remote-debugging-port=9222', '--user-data-dir=/data'];

it('puts switches before the app and files after it', () => {
  expect(electronArguments(START)).toEqual([...SWITCHES, '/app', 'a.png']);
  expect(electronArguments({ appRoot: '/app', uid: undefined })).toEqual(['/app']);
});

it('omits the sandbox for root, and the app folder for a packaged program', () => {
  expect(electronArguments({ ...START, uid: 0 })).toEqual(['--no-sandbox', ...SWITCHES, '/app', 'a.png']);
  expect(electronArguments({ ...START, appRoot: undefined })).toEqual([...SWITCHES, 'a.png']);
});

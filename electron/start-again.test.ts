import path from 'node:path';
import { expect, it } from 'vitest';
import { startAgainWith } from './start-again.ts';

const [A, B] = [path.resolve('/home/person/a.png'), path.resolve('/home/person/b.txt')];
const argv = ['relay-studio', '.', '--user-data-dir=/data', A];

it('starts again as before, with other files', () => {
  expect(startAgainWith([B], { argv, env: {}, execPath: '/opt/relay-studio' })).toEqual({
    args: ['.', '--user-data-dir=/data', B],
  });
});

it('starts the file that unpacks itself again, not what it had unpacked', () => {
  const mounted = path.join(path.sep, 'tmp', '.mount_relay');
  const env = { APPIMAGE: '/home/person/relay.AppImage', APPDIR: mounted };
  const start = (execPath: string, variables: NodeJS.ProcessEnv) =>
    startAgainWith([], { argv, env: variables, execPath }).execPath;
  expect(start(path.join(mounted, 'relay-studio'), env)).toBe(env.APPIMAGE);
  // Those are the variables of the terminal in which the app was started.
  expect(start('/opt/relay-studio', env)).toBeUndefined();
  expect(start('C:/Temp/relay.exe', { PORTABLE_EXECUTABLE_FILE: 'D:/relay.exe' })).toBe('D:/relay.exe');
});

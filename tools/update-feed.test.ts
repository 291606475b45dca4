import { expect, it } from 'vitest';
import { updateFeed } from './update-feed.ts';

const HOME = 'https://studio.example/project/';
const SIGNED = { CSC_LINK: 'certificate' };

it.each([
  ['win32', 'x64', { WIN_CSC_LINK: 'certificate' }, 'latest'],
  ['win32', 'arm64', SIGNED, 'latest-arm64'],
  ['darwin', 'arm64', SIGNED, 'latest-arm64'],
] as const)('a signed build for %s on %s has a feed of its own', (platform, arch, env, channel) => {
  expect(updateFeed(HOME, { platform, arch, env })).toEqual({
    provider: 'generic',
    url: 'https://studio.example/project/releases/latest/download',
    channel,
  });
});

it.each([
  ['without a certificate', HOME, 'win32', {}],
  ['with a secret that is not set', HOME, 'darwin', { CSC_LINK: '' }],
  ['for macOS with a certificate for Windows', HOME, 'darwin', { WIN_CSC_LINK: 'certificate' }],
  ['for Linux, which has no signatures', HOME, 'linux', SIGNED],
  ['of a project without a home', undefined, 'win32', SIGNED],
] as const)('a build %s never updates itself', (_what, homepage, platform, env) => {
  expect(updateFeed(homepage, { platform, arch: 'x64', env })).toBeUndefined();
});

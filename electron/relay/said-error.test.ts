import { expect, it } from 'vitest';
import { saysError } from './said-error.ts';

it.each<[string, object, boolean]>([
  ['a code of success', { code: 3000, message: 'Success' }, false],
  ['an unknown code with a message of success', { code: 77, msg: 'ok' }, false],
  ['a success in words', { code: 'Success', message: 'the file is ready' }, false],
  ['no code', { message: 'voice not found' }, false],
  ['an empty error', { error: { code: 0, message: '' }, error_message: null }, false],
  ['an error of "none"', { error: 'none' }, false],
  ['a code of failure', { code: 3005, message: 'busy' }, true],
  ['a status inside', { base_resp: { status_code: 1004, status_msg: 'no quota' } }, true],
  ['a success inside', { base_resp: { status_code: 0, status_msg: 'success' } }, false],
  ['an error', { error: { message: 'no' } }, true],
  ['an error in words', { error: 'no channel' }, true],
])('%s', (_name, fields, is) => expect(saysError({ ...fields }, '')).toBe(is));

it('an event that is named so', () => expect(saysError({}, 'generation.failed')).toBe(true));

import { expect, test } from 'vitest';
import { appError, type ErrorCode } from '../errors.ts';
import { isVoiceRefusal } from './voice-refusal.ts';

test.each<[ErrorCode, Record<string, string>, boolean]>([
  ['reply.empty', {}, true],
  ['relay.failed', { relayCode: '3050' }, true],
  ['relay.bad_request', { relayMessage: 'tts error 3050: voice_type xx' }, true],
  ['relay.bad_request', { relayMessage: 'The voice zh_x does not exist' }, true],
  ['relay.not_allowed', { relayMessage: 'speaker not authorized for this account' }, true],
  ['relay.refused', { relayMessage: '音色不存在' }, true],
  ['relay.refused', { relayMessage: '该音色未授权，请先开通' }, true],
  ['relay.not_allowed', { relayMessage: 'your account is not allowed to use this model' }, false],
  ['relay.key_refused', { relayMessage: 'invalid key for voice service' }, false],
  ['relay.bad_request', { relayMessage: 'text too long (code 3010)' }, false],
  ['relay.rate_limited', {}, false],
  ['outcome.unknown', {}, false],
  ['network.unreachable', { relayMessage: 'voice not found' }, false],
])('%s %j → %s', (code, details, expected) => expect(isVoiceRefusal(appError(code, details))).toBe(expected));

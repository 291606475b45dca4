// Decides whether an error means that a relay does not support the requested voice.

import type { AppError } from '../errors.ts';

/** The providers' code for "the voice does not exist". */
const NO_SUCH_VOICE = '3050';
const NAMES_VOICE = /voice|speaker|timbre|音色|发音人/i;
const REFUSES =
  /not (?:exist|found|allowed|supported|available|authori[sz]ed|enabled|granted|permitted)|(?:does|is|was|do)(?: not|n.t)|invalid|unknown|unlicen[cs]ed|no (?:permission|access|such)|不存在|未授权|没有权限|无权|不支持|未开通|无效/i;

/**
 * Checks the relay's code, its text, and a success without any sound. In case of doubt it returns false: the voice is
 * not marked.
 */
export function isVoiceRefusal({ code, details }: AppError): boolean {
  if (code === 'reply.empty') return true;
  const relayCode = String(details.relayCode ?? '');
  const message = String(details.relayMessage ?? '');
  if (relayCode === NO_SUCH_VOICE || new RegExp(`\\b${NO_SUCH_VOICE}\\b`).test(message)) return true;
  if (!code.startsWith('relay.') || code === 'relay.key_refused' || code === 'relay.quota_used') return false;
  return NAMES_VOICE.test(`${relayCode} ${message}`) && REFUSES.test(`${relayCode} ${message}`);
}

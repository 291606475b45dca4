// Classifies the texts and codes of errors, in the languages that relays use. Independent of HTTP.

import type { ErrorCode } from '../../shared/errors.ts';

/** Message and code of an error body; either may be empty. */
type Words = { message: string; code: string };

/** The speech provider's own codes, which occur in bodies and messages. 3001 is any invalid request. */
const PROVIDER_CODES: Readonly<Record<string, ErrorCode>> = {
  3003: 'relay.busy',
  3005: 'relay.busy',
  3010: 'relay.text_too_long',
  3011: 'relay.text_invalid',
  3030: 'relay.timed_out',
  3032: 'relay.timed_out',
  3050: 'relay.voice_unknown',
};

const ABSENT =
  /not (be )?(exist|found|available|enabled|allowed|support|authori[sz]ed|open)|no (such|available|permission)|unknown|invalid|unavailable|does ?n.t exist|不存在|不可用|未找到|找不到|无效|未开通|未授权|不支持|无权|没有权限|无可用/i;
const CONCURRENCY = /concurren|并发/i;

/**
 * The meaning of error texts, most specific first. `about` must match, and so must `that` if present; `on` limits a
 * rule to some statuses.
 */
const MEANINGS: readonly { code: ErrorCode; about: RegExp; that?: RegExp; not?: RegExp; on?: readonly number[] }[] = [
  {
    code: 'relay.content_refused',
    about:
      /sensitive|content[ _-]?(policy|filter)|moderation[ _-]?(block|fail|reject|refus)|flagged|unsafe|prohibited|image[ _-]?safety|^safety|敏感|违规|审核/i,
  },
  {
    code: 'relay.quota_used',
    about: /quota|balance|insufficient[ _]?(user|fund|credit)|arrears|额度|余额|配额|欠费/i,
    not: CONCURRENCY,
  },
  {
    code: 'relay.text_too_long',
    about:
      /(text|input|prompt|文本|文字|字数|长度).{0,40}(too long|exceed|超过|超出|过长|超长)|too long|(文本|文字)?(过长|超长)/i,
    not: /image|picture|图片|quota/i,
    on: [200, 400, 422, 500],
  },
  { code: 'relay.voice_unknown', about: /voice|speaker|音色|发音人/i, that: ABSENT },
  { code: 'relay.model_unavailable', about: /no (available )?channel|无可用渠道|no distributor/i },
  { code: 'relay.model_unavailable', about: /model|模型|渠道/i, that: ABSENT, on: [200, 400, 403, 404, 500, 503] },
  { code: 'relay.address_not_allowed', about: /\bip\b|white ?list|allow ?list|白名单/i, on: [403] },
];

/** Returns the code that the code and text of an error identify; undefined if only the status is significant. */
export function classifyWords(words: Words, status: number): ErrorCode | undefined {
  const byProvider = PROVIDER_CODES[providerCode(words)];
  if (byProvider) return byProvider;
  const text = `${words.code} ${words.message}`;
  return MEANINGS.find(
    ({ about, that, not, on }) =>
      about.test(text) && (that?.test(text) ?? true) && !not?.test(text) && (on?.includes(status) ?? true),
  )?.code;
}

/** The provider's four-digit code, from the field or from the text; empty if there is none. */
export function providerCode({ code, message }: Words): string {
  if (/^30\d\d$/.test(code)) return code;
  return /(?:code|错误码|err(?:or)?)\W{0,4}(30\d\d)\b|^\W{0,2}(30\d\d)\b/i.exec(message)?.slice(1).find(Boolean) ?? '';
}

/** Whether the text is about a result that had already been generated, and billed. */
export function isAboutMadeResult({ code, message }: Words): boolean {
  return /output\w*sensitive/i.test(`${code} ${message}`);
}

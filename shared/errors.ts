// The table of all expected failures: code, whether a retry can help, whether it may have been billed, which action to
// offer. The texts for a code are in shared/i18n under `error.<code>.title` and `error.<code>.advice`.

/** Whether the relay may have charged for the attempt. */
type Billed = 'no' | 'yes' | 'unknown';
/** The action that an error offers beside its text. */
export type ErrorAction = 'none' | 'openSettings' | 'tryAgain' | 'sendAgain';

type ErrorFacts = { retryable: boolean; billed: Billed; action: ErrorAction };

const notBilled = (action: ErrorAction, retryable = false): ErrorFacts => ({ retryable, billed: 'no', action });
const maybeBilled = (action: ErrorAction): ErrorFacts => ({ retryable: false, billed: 'unknown', action });

/**
 * Every expected failure. `retryable` means: the same request may succeed later, and repeating it cannot be billed
 * twice.
 */
export const ERRORS = {
  // Errors of the app itself, before anything is sent.
  'request.malformed': notBilled('none'),
  'internal.bug': notBilled('none'),
  'input.empty': notBilled('none'),
  'input.invalid': notBilled('none'),
  'key.missing': notBilled('openSettings'),
  'key.opening': notBilled('tryAgain', true),
  'key.invalid': notBilled('openSettings'),
  'address.invalid': notBilled('openSettings'),
  // It is in a private network (`origin` where it is known), and the person has not confirmed it.
  'address.unconfirmed': notBilled('openSettings'),
  'connection.not_found': notBilled('openSettings'),
  'job.not_found': notBilled('none'),
  'item.not_found': notBilled('none'),
  // Of an incomplete take: more would have to be requested than its missing parts.
  'take.not_completable': notBilled('none'),
  'script.not_found': notBilled('none'),
  'script.too_long': notBilled('none'),
  // Its file cannot be read: `problem` is one of SCRIPT_PROBLEMS, `path` the file.
  'script.unreadable': notBilled('none'),
  'collection.not_found': notBilled('none'),
  // As that of a script.
  'collection.unreadable': notBilled('none'),
  // A stored file is not in its place (`name`, `path`), or the one chosen in its stead is another (`name`).
  'media.missing': notBilled('none'),
  'media.another': notBilled('none'),
  'storage.unwritable': notBilled('none'),
  'library.busy': notBilled('none'),
  'library.maintained': notBilled('tryAgain'),
  // Something else is done with the whole library; or it cannot be done (`problem`: one of TRANSFER_PROBLEMS).
  'transfer.busy': notBilled('none'),
  'transfer.refused': notBilled('none'),
  'transfer.no_room': notBilled('none'),
  'storage.failed': notBilled('tryAgain'),
  'storage.no_room': notBilled('tryAgain'),
  // An export was not saved: the worker failed, a line's take cannot be read (`line`), the disk has no room, or what was
  // written was removed because the window had closed.
  'export.failed': notBilled('none'),
  'export.line_unreadable': notBilled('none'),
  'export.no_room': notBilled('none'),
  'export.over': notBilled('none'),
  // A saved file (`name`) is to be shown, and has been moved, renamed or deleted.
  'export.file_gone': notBilled('none'),
  // A file did not become a script (`name`): `problem` is a code of `ImportError`, `unreadable` or `workerEnded`.
  'import.refused': notBilled('none'),
  'practice.unavailable': notBilled('tryAgain', true),
  // Network errors before the request was sent.
  'network.unreachable': notBilled('tryAgain', true),
  'network.proxy_unreachable': notBilled('tryAgain', true),
  'network.proxy_refused': notBilled('none'),
  // `problem` says which of TLS_PROBLEMS it is, if it is one of them.
  'network.tls': notBilled('openSettings'),
  'network.http2_only': notBilled('openSettings'),
  'network.redirected': notBilled('openSettings'),
  // Refusals by the relay (§7 of the contract does not define them; the statuses are those that relays use).
  'relay.bad_request': notBilled('none'),
  'relay.key_refused': notBilled('openSettings'),
  'relay.not_allowed': notBilled('openSettings'),
  'relay.not_found': notBilled('openSettings'),
  'relay.too_large': notBilled('none'),
  'relay.rate_limited': notBilled('tryAgain', true),
  'relay.quota_used': notBilled('none'),
  'relay.busy': notBilled('tryAgain', true),
  // A server in front of it says that it could not be reached.
  'relay.unreached': notBilled('tryAgain', true),
  'relay.address_not_allowed': notBilled('none'),
  'relay.content_refused': notBilled('none'),
  'relay.text_too_long': notBilled('none'),
  'relay.text_invalid': notBilled('none'),
  'relay.voice_unknown': notBilled('none'),
  'relay.timed_out': maybeBilled('sendAgain'),
  'relay.failed': { retryable: false, billed: 'unknown', action: 'sendAgain' },
  'relay.unsupported': notBilled('none'),
  'relay.model_unavailable': notBilled('openSettings'),
  'relay.refused': maybeBilled('none'),
  'relay.web_page': notBilled('openSettings'),
  // Pictures and sound: imported, downloaded or returned.
  'sound.undecodable': notBilled('none'),
  'picture.unusable': notBilled('none'),
  // `count` pictures were not opened, because there may be `limit`.
  'picture.too_many': notBilled('none'),
  'mask.restarted': notBilled('none'),
  'mask.steps_lost': notBilled('none'),
  'mask.ended': notBilled('none'),
  'download.refused': notBilled('none'),
  'download.failed': notBilled('tryAgain', true),
  'download.too_large': notBilled('none'),
  // A result that the relay made could not be fetched (`url`; fetching is free), or the app refuses its address (`host`).
  'result.lost': { retryable: false, billed: 'yes', action: 'none' },
  'result.refused': { retryable: false, billed: 'yes', action: 'none' },
  'result.failed': maybeBilled('none'),
  'result.not_adjusted': notBilled('none'),
  // The request was sent, and the reply is not a complete result.
  'outcome.unknown': maybeBilled('sendAgain'),
  'outcome.interrupted': maybeBilled('sendAgain'),
  'outcome.file_changed': maybeBilled('sendAgain'),
  // A person cancelled it after it was sent.
  'outcome.cancelled': maybeBilled('none'),
  // The relay has taken the request and answered before it was done: `taskId` and `taskUrl` as it says them, and `canAsk`
  // if that address can be asked for the result, which is free.
  'outcome.accepted': maybeBilled('none'),
  // Of a text that was cut, parts were never requested; the errors of such texts have `textPart`, `textParts` and
  // `partsArrived`.
  'speech.parts_missing': notBilled('tryAgain'),
  // Parts cannot be joined without changing them: `got` is what one is, `expectedRate` the rate of those before it.
  'reply.parts_differ': { retryable: false, billed: 'yes', action: 'openSettings' },
  'reply.cut': maybeBilled('sendAgain'),
  'reply.broken_off': maybeBilled('sendAgain'),
  'reply.empty': maybeBilled('none'),
  'reply.unreadable': maybeBilled('none'),
  // Fewer pictures than were asked for or generated: `asked`, `arrived`, and `generated` if the relay says it.
  'reply.fewer': maybeBilled('none'),
  // Beyond what is read of one answer: more values, nesting, events or results than the app takes.
  'reply.too_complex': maybeBilled('none'),
  'reply.too_large': { retryable: false, billed: 'yes', action: 'none' },
} as const satisfies Record<string, ErrorFacts>;

/** The code of an expected failure. */
export type ErrorCode = keyof typeof ERRORS;

/** Refusals of the key, the account, its quota or what it may use: other requests would be refused for the same reason. */
const REFUSALS_OF_ALL: ReadonlySet<ErrorCode> = new Set([
  'relay.key_refused',
  'relay.not_allowed',
  'relay.quota_used',
  'relay.address_not_allowed',
]);

/** Whether the relay refused a request for a reason that all others of its connection have as well. */
export function isRefusalOfAll(code: ErrorCode): boolean {
  return REFUSALS_OF_ALL.has(code);
}

/** All codes, for schemas and for the test that every code has texts in every language. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/**
 * Facts for the text of an error and its *Details*, never the key. Those with a fixed meaning: `status`;
 * `relayMessage`, `relayCode` and `requestId` as sent by the relay; `retryAfterS`, a number, only if the relay itself
 * stated how long to wait.
 */
export type ErrorDetails = Readonly<Record<string, string | number | boolean>>;

/** An expected failure as it is sent from main to the renderer and stored with a job. */
export type AppError = {
  code: ErrorCode;
  retryable: boolean;
  billed: Billed;
  details: ErrorDetails;
  /** Identifies the attempt in the log; empty until the request channel sets it. */
  traceId: string;
};

/**
 * Why a secure connection failed: the server does not speak TLS, or only versions before 1.2; nobody trusted signed the
 * certificate; it has expired or is not valid yet; it is for another name.
 */
const TLS_PROBLEMS = ['notTls', 'tooOld', 'untrusted', 'expired', 'otherName'] as const;
export type TlsProblem = (typeof TLS_PROBLEMS)[number];

/** Whether a detail of an error is a TLS problem. */
export function isTlsProblem(value: unknown): value is TlsProblem {
  return TLS_PROBLEMS.some((problem) => problem === value);
}

/** Creates an error from its code, with the facts of the table. */
export function appError(code: ErrorCode, details: ErrorDetails = {}): AppError {
  const { retryable, billed } = ERRORS[code];
  return { code, retryable, billed, details, traceId: '' };
}

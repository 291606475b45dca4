// Faults that `mutation-check.ts` puts into risky lines, one at a time, and the unit tests that have to notice each.

/** One fault: `text`, which stands exactly once in `file`, becomes `replacement`; `tests` are paths that Vitest is given. */
export type Mutation = { file: string; text: string; replacement: string; tests: readonly string[] };

type Area = {
  tests: readonly string[];
  faults: readonly (readonly [file: string, text: string, replacement: string])[];
};

const AREAS: readonly Area[] = [
  {
    tests: [
      'electron/relay/http.test.ts',
      'electron/relay/proxies.test.ts',
      'electron/relay/send-once.test.ts',
      'electron/relay/public-address.test.ts',
      'electron/relay/lookup-public.test.ts',
    ],
    faults: [
      ['electron/relay/http.ts', `if (isSent) throw new Error('A request must not be sent twice');`, ''],
      ['electron/relay/agents.ts', 'const rule = isLoopbackHost(', 'const rule = !isLoopbackHost('],
      ['electron/relay/agents.ts', `reach === 'public' ? { lookup: lookupPublic } : {}`, '{}'],
      ['electron/relay/public-address.ts', `['169.254.0.0', 16],`, ''],
      ['electron/relay/public-address.ts', 'addresses.some(', 'addresses.every('],
    ],
  },
  {
    tests: ['electron/relay/download.test.ts', 'electron/relay/public-address.test.ts'],
    faults: [
      ['electron/relay/download.ts', `if (url.protocol !== 'https:') return undefined;`, ''],
      ['electron/relay/download.ts', 'if (sizeBytes > IMPORT_LIMITS.maxBytes)', 'if (sizeBytes < 0)'],
      ['electron/relay/download.ts', `url.username !== '' || url.password !== ''`, `url.username !== ''`],
    ],
  },
  {
    tests: ['electron/relay/reply-errors.test.ts', 'electron/relay/speech-reply.test.ts'],
    faults: [
      ['electron/relay/reply-errors.ts', `if (code === 'relay.quota_used') return false;`, ''],
      ['electron/relay/reply-errors.ts', '(status >= 300 && status < 500)', '(status >= 300 && status <= 500)'],
      ['electron/relay/reply-errors.ts', '.map((text) => redactKey(text, key))', '.map((text) => text)'],
      ['electron/relay/speech-reply.ts', 'return reason === undefined ? ok(', 'return reason !== 0 ? ok('],
    ],
  },
  {
    tests: ['electron/jobs'],
    faults: [
      ['electron/jobs/throttle.ts', 'if (queue.backoff && queue.backoff.untilMs >= untilMs) return;', ''],
      ['electron/jobs/throttle.ts', 'Math.min(waitMs, RETRY_WINDOW_MS)', 'waitMs'],
      ['electron/jobs/retry-policy.ts', `return retryable && billed === 'no';`, 'return retryable;'],
      ['electron/jobs/retry-policy.ts', 'tries < MAX_TRIES', 'tries <= MAX_TRIES'],
      [
        'electron/jobs/job-queue.ts',
        'mayTryAgain(failed, waitMs) && !kindOf(record).hasResults(record)',
        'mayTryAgain(failed, waitMs)',
      ],
      ['electron/jobs/job-queue.ts', 'if (isStopped) return;\n      record = next;', 'record = next;'],
      [
        'electron/jobs/job-queue.ts',
        `if (latest?.state === 'queued' && abort.signal.aborted) endCancelled(latest);\n        else if`,
        'if',
      ],
      ['electron/jobs/job-store.ts', 'WHERE is_dismissed = 0 AND state', 'WHERE state'],
      ['electron/jobs/order-speech.ts', `if (jobId !== undefined) return ok({ kind: 'running', jobId });`, ''],
    ],
  },
  {
    tests: ['electron/library', 'electron/jobs/job-queue.test.ts'],
    faults: [
      [
        'electron/library/library.ts',
        `AND NOT EXISTS (SELECT 1 FROM json_each(body, '$.warnings') WHERE value = 'truncated')`,
        '',
      ],
      ['electron/library/media-store.ts', 'if (!isMissing(error) || !existsSync(final)) throw error;', 'throw error;'],
      [
        'electron/library/drafts.ts',
        'read.data.pictures.filter(({ mediaId }) => hasMedia(mediaId))',
        'read.data.pictures',
      ],
    ],
  },
  {
    tests: ['electron/security.test.ts', 'electron/ipc.test.ts'],
    faults: [
      ['electron/security.ts', 'cancel: !isOwnUrl(details.url)', 'cancel: false'],
      ['electron/security.ts', "/`) || plain.startsWith('devtools", "`) || plain.startsWith('devtools"],
      [
        'electron/security.ts',
        `return app.isPackaged && env.APPIMAGE !== undefined ? 'refuse' : 'leave';`,
        `return 'leave';`,
      ],
      [
        'electron/ipc.ts',
        `if (!isOurFrame(event, getContents())) return refuse(appError('request.malformed', { reason: 'sender' }));`,
        '',
      ],
    ],
  },
  {
    tests: ['electron/protocol.test.ts', 'electron/byte-range.test.ts'],
    faults: [
      ['electron/byte-range.ts', 'if (start >= sizeBytes)', 'if (start > sizeBytes)'],
      ['electron/protocol.ts', 'if (!file || !isInside(await realpath(uiFolder), file))', 'if (!file)'],
      ['electron/protocol.ts', `if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405);`, ''],
    ],
  },
  {
    tests: ['electron/settings/key-vault.test.ts', 'electron/settings/connections.test.ts'],
    faults: [
      ['electron/settings/key-vault.ts', 'return entry?.origin === origin ? entry : undefined;', 'return entry;'],
      ['electron/settings/key-vault.ts', 'return isPublic(encrypted) ? undefined : encrypted;', 'return encrypted;'],
      ['electron/settings/key-vault.ts', 'if (!encrypted || !isCurrent()) return;', 'if (!encrypted) return;'],
      ['electron/settings/connections.ts', 'key.length >= 12', 'key.length >= 4'],
    ],
  },
  {
    tests: ['renderer/mask/input/gestures.test.ts'],
    faults: [
      ['renderer/mask/input/gestures.ts', 'drag?.cancel?.();', ''],
      ['renderer/mask/input/gestures.ts', 'if (clicks.press(at)) close();', 'clicks.press(at);'],
      ['renderer/mask/input/gestures.ts', 'if (!clicks.removeLast()) cancel();', 'clicks.removeLast();'],
      ['renderer/mask/input/gestures.ts', 'lastStrokeEnd = points.at(-1) ?? lastStrokeEnd;', ''],
      ['renderer/mask/tools/lasso.ts', 'STEP_PX / surface.scale()', 'STEP_PX'],
      ['renderer/mask/tools/lasso.ts', 'CLOSE_PX / surface.scale()', 'CLOSE_PX * surface.scale()'],
      ['renderer/mask/tools/parts/stroke-tool.ts', 'surface.lastStrokeEnd() ?? first', 'first'],
      ['renderer/mask/tools/parts/stroke-tool.ts', 'pressure: last.pressure', 'pressure: first.pressure'],
      ['renderer/mask/tools/parts/box-tool.ts', 'modifiers = held;', ''],
      ['renderer/mask/tools/parts/box-tool.ts', 'if (!isClick(surface, from, to))', ''],
      ['renderer/mask/tools/parts/covering.ts', 'isSubtracting !== isAlt', 'isSubtracting || isAlt'],
    ],
  },
  {
    tests: ['renderer/mask/raster/mask-document.test.ts', 'renderer/mask/painting/operation.test.ts'],
    faults: [
      ['renderer/mask/raster/history.ts', 'undone = [];\n      done.push(step);', 'done.push(step);'],
      [
        'renderer/mask/raster/mask-document.ts',
        'before?.get(index) ?? store.tiles[index] ?? 0',
        'store.tiles[index] ?? 0',
      ],
      ['renderer/mask/painting/operation.ts', 'reachPx: radius, fixed: 0', 'reachPx: radius, fixed: 255'],
    ],
  },
  {
    tests: ['renderer/pixels/compositing/composite.test.ts'],
    faults: [
      ['renderer/pixels/compositing/composite.ts', '4 * pixels.width), 4 * left);', '4 * pixels.width), 0);'],
      [
        'renderer/pixels/compositing/composite.ts',
        'const under = (row[at + 3] ?? 0) * (255 - weightOver);',
        'const under = 255 * (255 - weightOver);',
      ],
    ],
  },
];

/** All of them. */
export const MUTATIONS: readonly Mutation[] = AREAS.flatMap(({ tests, faults }) =>
  faults.map(([file, text, replacement]) => ({ file, text, replacement, tests })),
);

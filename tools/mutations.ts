// Faults that `mutation-check.ts` inserts into critical lines, one at a time, and the tests that must detect each.

import { VIEW_AREAS } from './view-mutations.ts';

/**
 * One fault: `text`, which occurs exactly once in `file`, is replaced by `replacement`; `tests` are paths for Vitest, or
 * page specs.
 */
export type Mutation = { file: string; text: string; replacement: string; tests: readonly string[] };

type Area = {
  tests: readonly string[];
  faults: readonly (readonly [file: string, text: string, replacement: string])[];
};

const AREAS: readonly Area[] = [
  {
    tests: ['shared/script/'],
    faults: [
      ['shared/script/split.ts', '- begun <= limitBytes) to++', '- begun <= limitBytes + 1) to++'],
      ['shared/script/split.ts', '[0, IN_QUOTATION] : [0]', '[IN_QUOTATION, 0] : [0]'],
      ['shared/script/split.ts', 'sizes[++at] = bytes;', 'sizes[++at] = bytes - 4;'],
      ['shared/script/cut-marks.ts', 'isOneDot && isAbbreviation(text, start)', 'isOneDot'],
      ['shared/script/cut-marks.ts', '(next >= 0x300 && CONTINUES.test(String.fromCodePoint(next)))', 'next < 0'],
      ['shared/script/line-ids.ts', 'if (!isOneLine) takeBack(', 'takeBack('],
      ['shared/script/line-ids.ts', 'tail < shorter - head', 'tail < shorter'],
      ['shared/script/line-ids.ts', 'lost.filter(({ id }) => !returned.has(id))', 'lost'],
      ['shared/script/lines.ts', 'to - moved)', 'to)'],
      ['shared/script/roles.ts', '.toLowerCase();', ';'],
      ['shared/script/lexicon.ts', 'from = to;', 'from++;'],
      [
        'shared/script/lexicon.ts',
        `return own ?? node?.rules.get('')?.find(fits);`,
        `return language === '' ? node?.rules.get('')?.find(fits) : own;`,
      ],
      ['shared/script/sent-text.ts', 'line?.voice, role?.voice', 'role?.voice, line?.voice'],
      ['shared/script/sent-text.ts', 'isSpeechInputValid(text) && hasSpeakable(text)', 'isSpeechInputValid(text)'],
    ],
  },
  {
    tests: [
      'electron/relay/http.test.ts',
      'electron/relay/early-end.test.ts',
      'electron/relay/reply-socket.test.ts',
      'electron/relay/one-protocol.test.ts',
      'electron/relay/odd-heads.test.ts',
      'electron/relay/tls-problems.test.ts',
      'electron/relay/cancelling.test.ts',
      'electron/relay/proxies.test.ts',
      'electron/relay/send-once.test.ts',
      'electron/relay/public-address.test.ts',
      'electron/relay/lookup-public.test.ts',
      'shared/connection/special-addresses.test.ts',
    ],
    faults: [
      ['electron/relay/connect.ts', `ALPNProtocols: ['http/1.1'],`, `ALPNProtocols: ['h2', 'http/1.1'],`],
      ['electron/relay/connect.ts', 'rejectUnauthorized: true,', ''],
      ['electron/relay/reply-socket.ts', `readonly code = 'UND_ERR_SOCKET';`, `readonly code = 'ECONNRESET';`],
      ['electron/relay/reply-socket.ts', 'if (!hasClosed(this.#socket)) {', 'if (this.destroyed) {'],
      ['electron/relay/reply-socket.ts', 'if (this.readableLength === 0) this.destroy', 'this.destroy'],
      ['electron/relay/agents.ts', 'if (waiting === 0) for', 'if (waiting < 0) for'],
      ['electron/relay/http.ts', `if (isSent) throw new Error('A request must not be sent twice');`, ''],
      ['electron/relay/agents.ts', 'const rule = isLoopbackHost(', 'const rule = !isLoopbackHost('],
      ['electron/relay/agents.ts', `reach === 'public' ? lookupPublic : undefined`, 'undefined'],
      ['shared/connection/special-addresses.ts', `['169.254.0.0', 16, `, `['169.254.0.0', 32, `],
      ['electron/relay/public-address.ts', 'addresses.some(', 'addresses.every('],
    ],
  },
  {
    tests: ['electron/relay/download.test.ts', 'electron/relay/public-address.test.ts'],
    faults: [
      [
        'electron/relay/download.ts',
        `if (url.protocol !== 'https:' && !allowedOrigins.includes(url.origin)) return undefined;`,
        '',
      ],
      ['electron/relay/download.ts', 'if (sizeBytes > maxBytes)', 'if (sizeBytes < 0)'],
      ['electron/relay/download.ts', `url.username !== '' || url.password !== ''`, `url.username !== ''`],
    ],
  },
  {
    tests: ['electron/relay/reply-errors.test.ts', 'electron/relay/speech-reply.test.ts'],
    faults: [
      ['electron/relay/reply-errors.ts', `if (code === 'relay.quota_used' || retryAfterS`, 'if (retryAfterS'],
      ['electron/relay/reply-errors.ts', 'status >= 400 && status < 500', 'status >= 400 && status <= 500'],
      ['electron/relay/reply-errors.ts', 'redactKey(withoutHidden(text), key)', 'withoutHidden(text)'],
      ['electron/relay/speech-reply.ts', 'return reason === undefined\n    ? ok(', 'return reason !== 0\n    ? ok('],
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
        'electron/jobs/running-handle.ts',
        'mayTryAgain(failed, waitMs) && !kind.hasResults(record)',
        'mayTryAgain(failed, waitMs)',
      ],
      ['electron/jobs/running-handle.ts', 'if (isStopped()) return;\n    record = next;', 'record = next;'],
      ['electron/jobs/job-runner.ts', `latest.state === 'queued' && abort.signal.aborted`, 'false'],
      ['electron/database/jobs.ts', 'WHERE is_dismissed = 0 AND state', 'WHERE state'],
      ['electron/jobs/order-speech.ts', 'if (jobId !== undefined) {', `if (jobId === '') {`],
    ],
  },
  {
    tests: ['electron/jobs/cut-speech.test.ts'],
    faults: [
      ['electron/jobs/cut-speech.ts', `return billed === 'no' || code`, 'return code'],
      ['electron/jobs/cut-speech.ts', 'if (joinableParts(parts).apart.length > 0) return undefined;', ''],
      ['electron/jobs/cut-speech.ts', 'if (!isFirst && !job.goOn()) return false;', 'if (!isFirst) job.goOn();'],
      ['electron/jobs/join-parts.ts', ' || parts.some(({ sound }) => sound?.isWhole && !sound.isAdopted)', ''],
      ['electron/jobs/join-parts.ts', 'rateHz !== null && sound.rateHz === rateHz', 'rateHz !== null'],
      ['electron/jobs/live-sound.ts', 'next !== at || ', ''],
      ['electron/jobs/live-sound.ts', 'all.length - (all.length % 2)', 'all.length'],
      ['electron/jobs/order-speech.ts', 'kept.size === 0 ? undefined : ', 'kept.size >= 0 ? undefined : '],
    ],
  },
  {
    tests: [
      'electron/library/quarantine.test.ts',
      'electron/library/odd-entries.test.ts',
      'electron/library/incoming-file.test.ts',
      'electron/library/hostile-paths.test.ts',
      'electron/ownership/lock-library.test.ts',
      'electron/settings/own-files.test.ts',
      'electron/database/open-faults.test.ts',
      'electron/database/open-library.test.ts',
      'electron/database/schema.test.ts',
      'electron/export/export-files.test.ts',
    ],
    faults: [
      ['electron/library/safe-path.ts', '!facts.isFile() && !facts.isDirectory()', 'facts.isSymbolicLink()'],
      ['electron/library/linked-media.ts', 'hashed?.mediaId === mediaId', 'hashed !== undefined'],
      [
        'electron/library/linked-media.ts',
        ' || facts.nlink <= 1) return true;',
        ') return true;\n    if (facts.nlink > 1) return false;',
      ],
      ['electron/library/quarantine.ts', 'JOURNAL.test(entry.name) || ', ''],
      ['electron/library/quarantine.ts', 'tried(() => giveOwnCopy(file))', 'undefined'],
      ['electron/library/quarantine.ts', `name.endsWith('-shm') && `, `name === '' && `],
      ['electron/library/incoming-file.ts', 'await rm(file, { force: true });', ''],
      ['electron/database/recovery/database-files.ts', `{ mode: 0o600, flag: 'wx' }`, `{ mode: 0o644 }`],
      ['electron/database/schema.ts', 'schemaOf(db) === ownSchema(version)', 'true'],
      ['electron/database/schema.ts', 'makePrivate(file);', ''],
      [
        'electron/database/recovery/opening.ts',
        `if (error instanceof DatabaseFromFutureError) return 'newerVersion';`,
        '',
      ],
      ['electron/database/open-library.ts', 'storageErrorCode(error) !== undefined && !isDamage(error)', 'false'],
      ['electron/settings/kept-aside.ts', 'if (facts && (!facts.isFile() || facts', 'if (facts && (facts'],
      ['electron/files.ts', 'path.isAbsolute(file) && PART_NAME.test(path.basename(file))', 'path.isAbsolute(file)'],
    ],
  },
  {
    tests: ['electron/library', 'electron/database', 'electron/jobs/job-queue.test.ts'],
    faults: [
      [
        'electron/database/takes.ts',
        `AND NOT EXISTS (SELECT 1 FROM json_each(body, '$.warnings') WHERE value = 'truncated')`,
        '',
      ],
      ['electron/library/media-store.ts', 'if (!isMissing(error) || !existsSync(final)) throw error;', 'throw error;'],
      [
        'electron/database/drafts.ts',
        'draft.body.pictures.filter(({ mediaId }) => hasMedia(mediaId))',
        'draft.body.pictures',
      ],
    ],
  },
  {
    tests: ['electron/security.test.ts', 'electron/ipc.test.ts'],
    faults: [
      ['electron/security.ts', 'cancel: !isOwnUrl(details.url)', 'cancel: false'],
      ['electron/security.ts', "/`) || plain.startsWith('devtools", "`) || plain.startsWith('devtools"],
      ['electron/security.ts', `return app.isPackaged && !isTyped ? 'refuse' : 'leave';`, `return 'leave';`],
      ['electron/security.ts', ' && env.APPIMAGE === undefined', ''],
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
    tests: ['renderer/engines/mask/input/gestures.test.ts'],
    faults: [
      ['renderer/engines/mask/input/gestures.ts', 'drag?.cancel?.();', ''],
      ['renderer/engines/mask/input/gestures.ts', 'if (clicks.press(at)) close();', 'clicks.press(at);'],
      ['renderer/engines/mask/input/gestures.ts', 'if (!clicks.removeLast()) cancel();', 'clicks.removeLast();'],
      ['renderer/engines/mask/input/gestures.ts', 'lastStrokeEnd = points.at(-1) ?? lastStrokeEnd;', ''],
      ['renderer/engines/mask/tools/lasso.ts', 'STEP_PX / surface.scale()', 'STEP_PX'],
      ['renderer/engines/mask/tools/lasso.ts', 'CLOSE_PX / surface.scale()', 'CLOSE_PX * surface.scale()'],
      ['renderer/engines/mask/tools/parts/stroke-tool.ts', 'surface.lastStrokeEnd() ?? first', 'first'],
      ['renderer/engines/mask/tools/parts/stroke-tool.ts', 'pressure: last.pressure', 'pressure: first.pressure'],
      ['renderer/engines/mask/tools/parts/box-tool.ts', 'modifiers = held;', ''],
      ['renderer/engines/mask/tools/parts/box-tool.ts', 'if (!isClick(surface, from, to))', ''],
      ['renderer/engines/mask/tools/parts/covering.ts', 'isSubtracting !== isAlt', 'isSubtracting || isAlt'],
    ],
  },
  {
    tests: ['renderer/engines/mask/raster/mask-document.test.ts', 'renderer/engines/mask/painting/operation.test.ts'],
    faults: [
      ['renderer/engines/mask/raster/history.ts', 'undone = [];\n      done.push(step);', 'done.push(step);'],
      [
        'renderer/engines/mask/raster/mask-document.ts',
        'before?.get(index) ?? store.tiles[index] ?? 0',
        'store.tiles[index] ?? 0',
      ],
      ['renderer/engines/mask/painting/operation.ts', 'reachPx: radius, fixed: 0', 'reachPx: radius, fixed: 255'],
    ],
  },
  {
    tests: ['renderer/engines/pixels/compositing/composite.test.ts'],
    faults: [
      ['renderer/engines/pixels/compositing/composite.ts', '4 * pixels.width), 4 * left);', '4 * pixels.width), 0);'],
      [
        'renderer/engines/pixels/compositing/composite.ts',
        'const under = (row[at + 3] ?? 0) * (255 - weightOver);',
        'const under = 255 * (255 - weightOver);',
      ],
    ],
  },
  {
    tests: [
      'electron/handlers',
      'electron/updates.test.ts',
      'electron/storage-health.test.ts',
      'electron/disk-space.test.ts',
      'tools/update-feed.test.ts',
    ],
    faults: [
      [
        'electron/handlers/app.ts',
        'deps.settings.patch(patch);\n      deps.onSettingsChanged();',
        'deps.onSettingsChanged();\n      deps.settings.patch(patch);',
      ],
      ['electron/handlers/connections.ts', 'jobs.setPaused(id, false);', ''],
      ['electron/handlers/connections.ts', 'if (activated.ok) onSettingsChanged();', 'onSettingsChanged();'],
      ['electron/jobs/order-edit.ts', 'if (!storage.isWritable) return unwritable(storage);', ''],
      [
        'electron/handlers/images.ts',
        'storage.isWritable ? importFromUrl(input, deps) : unwritable(storage)',
        'importFromUrl(input, deps)',
      ],
      ['electron/handlers/jobs.ts', `item?.kind === 'edit' ? jobIdOfResult(item.id) : id`, 'id'],
      ['electron/handlers/library.ts', 'onLibraryChanged(ids);', ''],
      [
        'electron/jobs/order-speech.ts',
        'async ({ again = false, completes, line = null, ...request }) => {',
        'async (request) => {\n      const { again = false, completes, line = null } = request;',
      ],
      ['electron/updates.ts', 'disableWebInstaller: true', 'disableWebInstaller: false'],
      ['electron/updates.ts', '/^publisherName:/m.test(', '/^provider:/m.test('],
      ['electron/disk-space.ts', 'await rm(probe, { force: true });', ''],
      ['electron/storage-health.ts', 'estimatedBytes * 2', 'estimatedBytes'],
      ['tools/update-feed.ts', `platform === 'darwin' && CSC_LINK`, 'CSC_LINK'],
    ],
  },
  {
    tests: ['electron/practice-process.test.ts'],
    faults: [
      ['electron/practice-process.ts', 'if (isStopped) return;', ''],
      ['electron/practice-process.ts', 'clearTimeout(timer);', ''],
      ['electron/practice-process.ts', '> STEADY_AFTER_MS ? 1 : failures + 1', '< 0 ? 1 : failures + 1'],
      ['electron/practice-process.ts', 'env: { PATH,', 'env: { ...process.env, PATH,'],
      ['electron/practice-process.ts', `if (next !== 'starting') for`, `if (next === 'running') for`],
    ],
  },
  {
    tests: [
      'electron/saving.test.ts',
      'electron/library/save-copy.test.ts',
      'electron/library/wav-view.test.ts',
      'electron/export/export-files.test.ts',
      'electron/export/free-path.test.ts',
      'electron/log.test.ts',
      'electron/opened-files.test.ts',
    ],
    faults: [
      ['electron/saving.ts', 'if (readPictureHeader(bytes)?.format !== format)', 'if (!readPictureHeader(bytes))'],
      ['electron/saving.ts', `if (!wav || !parseWavHeader(wav.subarray(0, WAV_HEAD_BYTES)))`, 'if (!wav)'],
      ['electron/library/wav-view.ts', 'sizeBytes - (sizeBytes % frameBytes(layout))', 'sizeBytes'],
      ['electron/export/part-files.ts', 'await rm(part, { force: true }).catch(() => left.push(part));', 'void part;'],
      ['electron/export/free-path.ts', 'if (await isTaken(candidate)) continue;', ''],
      ['electron/log.ts', 'const line = redact(JSON.stringify(', 'const line = String(JSON.stringify('],
      ['electron/log.ts', '> MAX_BYTES) renameSync', '< 0) renameSync'],
      ['electron/opened-files.ts', 'if (!facts.isFile()) return undefined;', ''],
      ['electron/opened-files.ts', '.filter((file) => path.isAbsolute(file))', ''],
    ],
  },
  {
    tests: [
      'electron/relay/edit-receiver.test.ts',
      'electron/relay/edit-envelopes.test.ts',
      'electron/relay/redact.test.ts',
      'electron/relay/images.test.ts',
    ],
    faults: [
      ['electron/relay/edit-receiver.ts', 'if (!sniffPicture(picture.head)) continue;', ''],
      ['electron/relay/edit-receiver.ts', 'await dropUnused(object);', ''],
      [
        'electron/relay/edit-receiver.ts',
        'return isComplex || arriving.size + files.size > BOUNDS.picturesOfReply ?',
        'return isComplex ?',
      ],
      ['electron/relay/picture-search.ts', 'known.has(encoded.identity)) continue;', 'false) continue;'],
      ['electron/relay/edit-reply.ts', 'if (isUsable(picture, cutText) && !isTask', 'if (!isTask'],
      [
        'electron/relay/redact.ts',
        'for (let shift = 0; shift < 3; shift++)',
        'for (let shift = 0; shift < 2; shift++)',
      ],
    ],
  },
  {
    tests: [
      'shared/json/bounded-json.test.ts',
      'electron/relay/json-bombs.test.ts',
      'electron/relay/edit-receiver.test.ts',
      'shared/images/headers/excess.test.ts',
    ],
    faults: [
      ['shared/json/bounded-json.ts', "if (++depth > maxDepth) return 'tooDeep';", ''],
      ['shared/json/bounded-json.ts', 'if ((end - before) % 2 === 0) return end;', 'return end;'],
      ['electron/relay/edit-reply.ts', 'isOverfull ||= placed.length >= BOUNDS.picturesOfReply;', ''],
      ['electron/relay/event-reader.ts', 'isOverfull ||= read.isTooMuch;', ''],
      ['shared/images/headers/excess.ts', 'if (marker === SOS) count.scan(pixels);', ''],
      ['shared/images/headers/excess.ts', 'count.metadata(inflated);', ''],
    ],
  },
  {
    tests: ['shared/connection/base-url.test.ts'],
    faults: [
      ['shared/connection/base-url.ts', `url.username !== '' || url.password !== ''`, `url.username !== ''`],
      ['shared/connection/base-url.ts', `if (!allowsPrivateHttp) return fail('privateHttp');`, ''],
    ],
  },
  {
    tests: ['renderer/engines/audio/live-worklet.test.ts'],
    faults: [
      ['renderer/engines/audio/live-worklet.ts', 'written - read < this.#startFrames', 'written === read'],
      ['renderer/engines/audio/live-worklet.ts', '&& loopTo <= written', ''],
      ['renderer/engines/audio/live-worklet.ts', 'if (isInLoop && read === loopTo) read = loopFrom;', ''],
      ['renderer/engines/audio/live-worklet.ts', 'if (!isEnded) Atomics.add(', 'Atomics.add('],
    ],
  },
  ...VIEW_AREAS,
];

/** Returns the source of a file with the fault in it. @throws if the text does not occur exactly once. */
export function withFault(source: string, { file, text, replacement }: Mutation): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${file}: stands ${parts.length - 1} times instead of once: ${text}`);
  return parts.join(replacement);
}

/** All faults. */
export const MUTATIONS: readonly Mutation[] = AREAS.flatMap(({ tests, faults }) =>
  faults.map(([file, text, replacement]) => ({ file, text, replacement, tests })),
);

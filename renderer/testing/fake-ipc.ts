// A fake of the bridge to main for tests of stores: tests set the answer of each route and emit events; every request
// is recorded.

import { DEFAULT_PREFERENCES } from '../../shared/app/preferences.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import type { AppState } from '../../shared/contract/app.ts';
import type { EditMask, EditRequest } from '../../shared/contract/images.ts';
import type { EventName, EventPayload, RouteInput, RouteName, RouteOutput } from '../../shared/contract/index.ts';
import type { EditJob, SpeechJob } from '../../shared/contract/jobs.ts';
import type { EditItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Picture } from '../../shared/contract/media.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { DEFAULT_CORRECTIONS } from '../../shared/images/correction-choices.ts';
import { DEFAULT_OVERLAY, DEFAULT_TOOL_SETTINGS } from '../../shared/images/mask-tools.ts';
import { NOTHING_KEPT } from '../../shared/library/kept.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { createIpc, type Ipc } from '../ipc.ts';

type Answers = {
  [R in RouteName]?: (
    input: RouteInput<R>,
  ) => Result<RouteOutput<R>, AppError> | Promise<Result<RouteOutput<R>, AppError>>;
};

/** A fake bridge and the requests made through it. */
export type FakeIpc = {
  ipc: Ipc;
  answers: Answers;
  requests: { route: string; input: unknown }[];
  emit: <E extends EventName>(name: E, payload: EventPayload<E>) => void;
  skipEvent: () => void;
};

/** Creates a fake bridge. A route without an answer succeeds with `null`; there is no item or take
 * without one, and changes of scripts are refused, so that whole ones are sent. */
export function fakeIpc(answers: Answers = {}): FakeIpc {
  let listener: (envelope: unknown) => void = () => undefined;
  let seq = 0;
  const requests: FakeIpc['requests'] = [];
  const ipc = createIpc({
    request: async (route, input) => {
      requests.push({ route, input });
      const answer = (answers as Record<string, ((input: unknown) => unknown) | undefined>)[route];
      if (answer !== undefined) return answer(input);
      if (route === 'scripts.takes') return ok([]);
      if (route === 'scripts.saveChange') return ok({ isSaved: false });
      return route === 'library.getItem' ? fail(appError('item.not_found')) : ok(null);
    },
    onEvent: (next) => {
      listener = next;
    },
  });
  return {
    ipc,
    answers,
    requests,
    emit: (name, payload) => {
      seq += 1;
      listener({ seq, name, payload });
    },
    skipEvent: () => {
      seq += 1;
    },
  };
}

/** The practice relay. */
export const PRACTICE: Connection = {
  id: 'practice',
  name: 'Demo mode',
  baseUrl: 'http://127.0.0.1:4000',
  allowsPrivateHttp: false,
  models: DEFAULT_MODELS,
  dialect: DEFAULT_DIALECT,
  prices: NO_PRICES,
  isPractice: true,
  keyState: 'notNeeded',
  keyLast4: '',
};

/** A relay that a person has added. */
export const OWN: Connection = {
  ...PRACTICE,
  id: 'own',
  name: 'Own',
  baseUrl: 'https://relay.example',
  isPractice: false,
  keyState: 'stored',
  keyLast4: 'wxyz',
};

/** The state of a started app without content. */
export function appState(change: Partial<AppState> = {}): AppState {
  return {
    version: '0.0.0',
    platform: 'linux',
    runtime: { electron: null, chromium: null, node: '24.0.0', system: 'Linux 6.8.0 x64' },
    locale: 'en',
    settings: {
      ...DEFAULT_PREFERENCES,
      activeConnectionId: 'practice',
      speech: { voice: 'zh_female_cancan_mars_bigtts', speed: 1, format: 'pcm', extras: {} },
      voices: { favourites: [], recent: [], custom: [] },
      refusedVoices: {},
      unusedPictures: {},
      resultOrigins: {},
      confirmedOrigins: [],
      library: { nameTemplate: '{n} {voice} {words}' },
      saving: {
        sound: 'asIs',
        picture: 'asIs',
        quality: 90,
        scale: 'whole',
        widthPx: 1920,
        keepsDetails: true,
        keepsPlace: false,
      },
      exporting: { destination: 'custom' },
      provenance: { hasMark: false, hasRecord: false },
      trash: { keptDays: 30 },
      sheet: { paper: 'a4', columns: 3, parts: ['title', 'instruction', 'settings', 'date'], kind: 'pdf' },
      player: { volume: 1 },
      lexicon: [],
      mask: { tools: DEFAULT_TOOL_SETTINGS, overlay: DEFAULT_OVERLAY, isBrushSizeChosen: false },
      newResults: DEFAULT_CORRECTIONS,
      help: { isGettingStartedOpen: false, stepsDone: [] },
      layout: {
        isRightPanelOpen: true,
        rightPanelWidthPx: 320,
        historyWidthPx: 248,
        isPracticeHintDismissed: false,
        libraryView: 'grid',
        libraryTilePx: 196,
        screen: 'speech',
      },
    },
    connections: [PRACTICE],
    keyProtection: { state: 'unavailable', backend: '' },
    storage: { isWritable: true, folder: '/library', reason: '' },
    storageHealth: { problem: null, unsaved: [], losses: [] },
    maintenance: { step: 'idle' },
    transfer: { step: 'idle' },
    practice: 'running',
    isSandboxed: true,
    updates: null,
    jobs: [],
    queues: [],
    ...change,
  };
}

/** A request for speech. */
function speechRequest(change: Partial<SpeechRequest> = {}): SpeechRequest {
  return { connectionId: 'practice', text: 'Hello.', voice: null, speed: 1, format: 'pcm', extras: {}, ...change };
}

/** A speech job in its queue. */
export function job(id: string, change: Partial<SpeechJob> = {}): SpeechJob {
  return {
    id,
    kind: 'speech',
    state: 'queued',
    connectionId: 'practice',
    request: speechRequest(),
    line: null,
    part: null,
    position: 0,
    tries: 0,
    createdAtMs: 1,
    sentAtMs: null,
    endedAtMs: null,
    receivedBytes: 0,
    error: null,
    itemIds: [],
    replyId: null,
    previewMediaId: null,
    ...change,
  };
}

/** A library item created at `createdAtMs`. */
export function item(id: string, createdAtMs: number, change: Partial<SpeechItem> = {}): SpeechItem {
  return {
    id,
    kind: 'speech',
    title: 'Hello.',
    createdAtMs,
    connectionName: 'Demo mode',
    connectionOrigin: '',
    model: DEFAULT_MODELS.speech,
    ...NOTHING_KEPT,
    mediaId: id.padStart(64, '0'),
    mime: 'audio/pcm',
    sizeBytes: 100,
    isComplete: true,
    warnings: [],
    relayMessage: '',
    fingerprint: '',
    audio: { askedFormat: 'pcm', format: 'pcm', sampleRateHz: 24_000, durationMs: 1000 },
    request: speechRequest(),
    line: null,
    parts: null,
    ...change,
  };
}

/** A request for an edit of a picture with a mask. */
export function editRequest(change: Partial<EditRequest> = {}): EditRequest {
  return {
    connectionId: 'practice',
    prompt: 'Erase the cup',
    pictures: [{ kind: 'media', mediaId: mediaId('source'), wireMediaId: mediaId('source') }],
    mask: editMask(),
    form: 'multipart',
    options: editOptions({ size: '2560x1440' }),
    isSizeMatched: false,
    part: null,
    ...change,
  };
}

/** A mask that is sent as a file. */
export function editMask(change: Partial<EditMask> = {}): EditMask {
  return {
    coverageMediaId: mediaId('coverage'),
    wireMediaId: mediaId('mask'),
    choice: 'automatic',
    annotatedMediaId: null,
    detail: 'auto',
    contextRatio: null,
    sentPrompt: null,
    ...change,
  };
}

/** An edit job in its queue. */
export function editJob(id: string, change: Partial<EditJob> = {}): EditJob {
  const { kind: _kind, request: _request, line: _line, part: _part, ...base } = job(id);
  return { ...base, kind: 'edit', request: editRequest(), failures: [], ...change };
}

/** An edited picture created at `createdAtMs`. */
export function editItem(id: string, createdAtMs: number, change: Partial<EditItem> = {}): EditItem {
  return {
    id,
    kind: 'edit',
    title: 'Erase the cup',
    createdAtMs,
    connectionName: 'Demo mode',
    connectionOrigin: '',
    ...NOTHING_KEPT,
    model: DEFAULT_MODELS.image,
    raw: { ...picture(`raw ${id}`), state: 'whole' },
    protected: null,
    used: null,
    changedRatio: null,
    revisedPrompt: '',
    resultIndex: 0,
    relayCreatedS: null,
    generatedCount: null,
    request: editRequest(),
    ...change,
  };
}

/** What is known of a protected picture that was not measured. */
export const UNMEASURED = {
  outsideChangedPx: 0,
  rawOutsideChangedRatio: 0,
  rawInsideChangedRatio: 0,
  adjustments: null,
  misalignment: null,
  seamErrorBefore: null,
  seamErrorAfter: null,
  corrections: null,
  paintedBackMediaId: null,
};

/** A stored picture; the same name always means the same file. */
export function picture(name: string, change: Partial<Picture> = {}): Picture {
  return { mediaId: mediaId(name), mime: 'image/png', widthPx: 2560, heightPx: 1440, sizeBytes: 100, ...change };
}

/** A media id derived from a name. */
export function mediaId(name: string): string {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.slice(0, 64).padStart(64, '0');
}

/** A failure as an answer. */
export function failure(...error: Parameters<typeof appError>): { ok: false; error: AppError } {
  return fail(appError(...error));
}

/** Waits until everything that is ready to run has run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

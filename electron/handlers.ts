// Route → function: each handler is a few lines that call the part that knows.

import type { AppState } from '../shared/contract/app.ts';
import type { AskedBy } from '../shared/contract/images.ts';
import type { RouteInput } from '../shared/contract/index.ts';
import type { EditItem, LibraryItem } from '../shared/contract/library.ts';
import type { SpeechRequest } from '../shared/contract/speech.ts';
import { appError } from '../shared/errors.ts';
import { readPictureHeader } from '../shared/images/picture-header.ts';
import { overrule, withEstimate } from '../shared/images/picture-use.ts';
import { fail, ok } from '../shared/result.ts';
import { readHead, whileWriting } from './files.ts';
import type { Emit, Handlers } from './ipc.ts';
import { jobIdOf } from './jobs/edit-job.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Drafts } from './library/drafts.ts';
import type { Library } from './library/library.ts';
import type { PictureImport } from './library/picture-import.ts';
import type { Thumbnails } from './library/thumbnails.ts';
import type { UsageCounter } from './library/usage.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { PracticeProcess } from './practice-process.ts';
import { downloadPicture } from './relay/download.ts';
import { speechFingerprint } from './relay/fingerprint.ts';
import type { RelayHttp } from './relay/http.ts';
import { testConnection } from './relay/models.ts';
import type { SavingRoutes } from './saving.ts';
import type { Connections } from './settings/connections.ts';
import type { KeyVault } from './settings/key-vault.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import type { Updates } from './updates.ts';

/** The parts of main the handlers bring together. */
export type Parts = {
  version: string;
  platform: string;
  storage: AppState['storage'];
  locale: () => AppState['locale'];
  settings: SettingsFile;
  vault: KeyVault;
  connections: Connections;
  practice: PracticeProcess;
  http: RelayHttp;
  jobs: JobQueue;
  library: Library;
  drafts: Drafts;
  pictures: PictureImport;
  thumbnails: Thumbnails;
  openedFiles: OpenedFiles;
  updates: Updates;
  /** Shows an address of ours in the system's browser. */
  openPage: (url: string) => void;
  emit: Emit;
  /** Settings changed what main itself shows: menu and theme. */
  onSettingsChanged: () => void;
  onUsable: (page: RouteInput<'app.reportUsable'>) => void;
  usage: UsageCounter;
  /** Keeps what is known of a voice at a connection. */
  setVoiceRefused: (connectionId: string, voice: string, isRefused: boolean) => void;
  /** Keeps whether a relay used the picture it was sent so. */
  setPictureUsed: (asked: AskedBy, isUsed: boolean) => void;
  saving: SavingRoutes;
};

/** Builds the handlers of all routes. */
export function createHandlers(parts: Parts): Handlers {
  const { settings, connections, jobs, library, drafts, saving, emit } = parts;

  const tellSettings = (): void => {
    parts.onSettingsChanged();
    emit('settings.changed', { locale: parts.locale(), settings: settings.current(), connections: connections.list() });
  };
  const tellLibrary = (ids: string[]): void => emit('library.changed', { ids });

  /** The fingerprint a request would be sent with now. */
  function fingerprintOf(request: SpeechRequest): string | undefined {
    const connection = connections.list().find(({ id }) => id === request.connectionId);
    return connection && speechFingerprint(request, { model: connection.models.speech, dialect: connection.dialect });
  }

  function generate({ again = false, ...request }: RouteInput<'speech.generate'>) {
    const fingerprint = fingerprintOf(request);
    const itemId = again || fingerprint === undefined ? undefined : library.findMade(fingerprint);
    if (itemId !== undefined) return ok({ kind: 'made' as const, itemId });
    const jobId = again || fingerprint === undefined ? undefined : jobs.findSame(fingerprint);
    if (jobId !== undefined) return ok({ kind: 'running' as const, jobId });
    if (!parts.storage.isWritable) return unwritable();
    parts.practice.restart();
    return ok({ kind: 'job' as const, job: jobs.speak(request, fingerprint) });
  }

  async function reread({ id, rateHz }: RouteInput<'library.reread'>) {
    const item = library.get(id);
    if (item?.kind !== 'speech') return fail(appError('item.not_found'));
    if (item.audio.format !== 'pcm') return fail(appError('request.malformed', { field: 'rateHz' }));
    emit('library.changed', { ids: await library.reread(item.mediaId, rateHz) });
    return ok(library.get(id) ?? item);
  }

  async function importUrl(connectionId: string, url: string) {
    const target = await connections.target(connectionId);
    const connectionBaseUrl = target.ok ? target.data.baseUrl : '';
    const { signal } = new AbortController();
    const picture = await parts.pictures.receive();
    try {
      const downloaded = await downloadPicture(parts.http, url, picture, { connectionBaseUrl, signal });
      if (downloaded.ok) return await picture.keep();
      await picture.discard();
      return fail(downloaded.error === 'cancelled' ? appError('download.failed') : downloaded.error);
    } catch (error) {
      await picture.discard();
      throw error;
    }
  }

  async function addProtected({ id, mediaId, used, ...measured }: RouteInput<'library.addProtected'>) {
    const media = library.media(mediaId);
    if (!media) return fail(appError('item.not_found'));
    const header = readPictureHeader(await readHead(media.path));
    if (!header) return fail(appError('picture.unusable', { problem: 'unreadable' }));
    const { mime, sizeBytes } = media;
    const picture = { mediaId, mime, sizeBytes, widthPx: header.widthPx, heightPx: header.heightPx };
    return replaceEdit(id, (now) => ({ used: withEstimate(now.used, used), protected: { ...measured, picture } }));
  }

  async function addPictureUse({ id, used }: RouteInput<'library.addPictureUse'>) {
    return replaceEdit(id, (now) => ({ used: withEstimate(now.used, used) }));
  }

  async function overruleUse({ id, verdict }: RouteInput<'library.overruleUse'>) {
    return replaceEdit(id, ({ used }) => ({ used: used && overrule(used, verdict) }));
  }

  /** Changes an edit as it is now: it may have been changed while a file was read. */
  async function replaceEdit(id: string, change: (now: EditItem) => Partial<EditItem>) {
    const now = library.get(id);
    return now?.kind === 'edit' ? replaceItem({ ...now, ...change(now) }) : fail(appError('item.not_found'));
  }

  async function replaceItem(item: LibraryItem) {
    const before = library.get(item.id);
    await library.replace(item);
    if (item.kind === 'edit' && before?.kind === 'edit') followVerdict(item, before);
    tellLibrary([item.id]);
    return ok(item);
  }

  /** A new verdict on an item, whoever gave it, is remembered for the way its relay was asked. */
  function followVerdict({ used, model, request: { connectionId, form } }: EditItem, before: EditItem): void {
    const isVerdict = used?.verdict === 'used' || used?.verdict === 'notUsed';
    if (!isVerdict || used.verdict === before.used?.verdict || model === '') return;
    parts.setPictureUsed({ connectionId, model, form }, used.verdict === 'used');
  }

  const unwritable = () => fail(appError('storage.unwritable', { folder: parts.storage.folder }));

  return {
    'app.getState': () =>
      ok({
        version: parts.version,
        platform: parts.platform,
        locale: parts.locale(),
        settings: settings.current(),
        connections: connections.list(),
        keyProtection: parts.vault.protection,
        storage: parts.storage,
        practice: parts.practice.state(),
        updates: parts.updates.facts,
        jobs: jobs.visible(),
        queues: jobs.closedQueues(),
      }),
    'app.reportUsable': (page) => {
      parts.onUsable(page);
      return ok(null);
    },
    'files.takeOpened': async () => ok(await parts.openedFiles.takeNext()),
    'updates.openPage': () => {
      const { facts } = parts.updates;
      if (facts) parts.openPage(facts.downloadUrl);
      return ok(null);
    },
    'updates.check': async () => ok(await parts.updates.check()),
    'updates.download': async () => ok(await parts.updates.download()),
    'updates.install': () => {
      parts.updates.install();
      return ok(null);
    },
    'settings.update': (patch) => {
      settings.patch(patch);
      tellSettings();
      return ok(null);
    },
    'connections.save': async (draft) => {
      const saved = await connections.save(draft);
      if (!saved.ok) return saved;
      tellSettings();
      // What the relay wished for may not hold for what was changed.
      jobs.skipWait(saved.data.id);
      return saved;
    },
    'connections.activate': ({ id }) => {
      const activated = connections.activate(id);
      if (activated.ok) tellSettings();
      return activated;
    },
    'connections.remove': async ({ id }) => {
      const removed = await connections.remove(id);
      if (!removed.ok) return removed;
      tellSettings();
      // What still waits ends at once, as its connection is gone.
      jobs.setPaused(id, false);
      jobs.skipWait(id);
      return removed;
    },
    'connections.test': async (draft) => {
      const target = await connections.draftTarget(draft);
      if (!target.ok) return target;
      const { baseUrl, key, models } = target.data;
      return testConnection(parts.http, { baseUrl, key, models: [models.speech, models.image] });
    },
    'speech.generate': generate,
    'speech.findMade': (requests) =>
      ok(
        requests.map((request) => {
          const fingerprint = fingerprintOf(request);
          return (fingerprint && library.findMade(fingerprint)) ?? null;
        }),
      ),
    'voices.allowAgain': ({ connectionId, voice }) => {
      parts.setVoiceRefused(connectionId, voice, false);
      return ok(null);
    },
    'voices.listSampled': () => ok(library.sampledVoices()),
    'usage.list': () => ok(parts.usage.list()),
    'media.importBytes': ({ bytes }) => (parts.storage.isWritable ? parts.pictures.take(bytes) : unwritable()),
    'media.importUrl': ({ connectionId, url }) =>
      parts.storage.isWritable ? importUrl(connectionId, url) : unwritable(),
    'media.keepThumbnail': async ({ mediaId, bytes }) => {
      const kept = await whileWriting(() => parts.thumbnails.keep(mediaId, bytes));
      return kept.ok ? kept.data : kept;
    },
    'images.edit': (request) => {
      if (!parts.storage.isWritable) return unwritable();
      parts.practice.restart();
      return ok(jobs.edit(request));
    },
    'images.allowForm': (asked) => {
      parts.setPictureUsed(asked, true);
      return ok(null);
    },
    // Without a place to write, work goes on unkept, as the banner says.
    'drafts.saveImages': (draft) => {
      drafts.saveImages(draft);
      return ok(null);
    },
    'drafts.saveMask': ({ key, tiles }) => {
      drafts.saveMask(key, tiles);
      return ok(null);
    },
    'drafts.loadImages': () => ok(drafts.loadImages()),
    'images.exportMask': saving.exportMask,
    'jobs.cancel': ({ id }) => jobs.cancel(id),
    'jobs.dismiss': ({ id }) => {
      jobs.dismiss(id);
      return ok(null);
    },
    'exchanges.list': ({ id }) => {
      const item = library.get(id);
      return ok(jobs.exchanges(item?.kind === 'edit' ? jobIdOf(item) : id));
    },
    'jobs.move': ({ id, by }) => jobs.move(id, by),
    'queues.setPaused': ({ connectionId, isPaused }) => {
      jobs.setPaused(connectionId, isPaused);
      return ok(null);
    },
    'queues.skipWait': ({ connectionId }) => {
      jobs.skipWait(connectionId);
      return ok(null);
    },
    'queues.cancelAll': ({ connectionId }) => {
      jobs.cancelAll(connectionId);
      return ok(null);
    },
    'library.list': (query) => ok(library.list(query)),
    'library.getItem': ({ id }) => {
      const item = library.get(id);
      return item ? ok(item) : fail(appError('item.not_found'));
    },
    'library.addProtected': addProtected,
    'library.addPictureUse': addPictureUse,
    'library.overruleUse': overruleUse,
    'library.saveCopy': saving.saveCopy,
    'library.saveAll': saving.saveItems,
    'library.reread': reread,
    'library.startDrag': saving.startDrag,
    'library.savePicture': saving.savePicture,
    'library.trash': ({ ids }) => {
      library.setTrashed(ids, true);
      tellLibrary(ids);
      return ok(null);
    },
    'library.restore': ({ ids }) => {
      library.setTrashed(ids, false);
      tellLibrary(ids);
      return ok(null);
    },
  };
}

// Owns the dialog that saves one picture: which version, under which name, how, and how large its file will be.
// Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture, SourceDetails } from '../../../shared/contract/media.ts';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import { type ConvertPicture, encodingOf, ownFormat, type PictureChoices, type PictureFile } from './picture-file.ts';

/** Encoding starts after nothing was changed for this time, in milliseconds. */
const SETTLE_MS = 200;

/** The picture with everything outside the mask kept, or the one that was received. */
export type PictureVersion = 'protected' | 'received';

/** An edit to be saved, and its versions that can be encoded, at least one. */
type AskedEdit = { item: EditItem; versions: readonly PictureVersion[]; sourceName?: string | undefined };
/** A stored picture that is no result. `editId`: the edit that it was made of, if any. */
export type AskedStored = {
  stored: Pick<Picture, 'mediaId' | 'widthPx' | 'heightPx' | 'sizeBytes'> & Partial<Picture>;
  sourceName: string;
  editId: string | null;
};
export type AskedPicture = AskedEdit | AskedStored;

type PictureState = {
  /** Null while the dialog is closed. */
  asked: AskedPicture | null;
  version: PictureVersion;
  /** Without extension. Null until one is suggested. */
  name: string | null;
  /** Of the picture that was edited first; undefined until they are read. */
  details: SourceDetails | null | undefined;
  choices: PictureChoices;
  /** The file as it will be saved, and whether transparent parts became white in it; null until it is made. */
  made: { sizeBytes: number; isFlattened: boolean } | null;
  isSaving: boolean;
  error: AppError | null;
  open: (asked: AskedPicture, version?: PictureVersion) => void;
  setVersion: (version: PictureVersion) => void;
  setName: (name: string) => void;
  change: (change: Partial<PictureChoices>) => void;
  /** Asks for a place and saves the file there; then closes the dialog, unless the person closed the system's. */
  save: () => Promise<void>;
  close: () => void;
};

export type PictureStore = StoreApi<PictureState>;

/** What the store depends on. `openConverter` is called for each dialog, which disposes of what it returns. */
export type PictureDeps = {
  ipc: Ipc;
  session: SessionStore;
  /** Says that a file was saved. */
  notify: (file: SavedFile) => void;
  openConverter: () => { convertPicture: ConvertPicture; dispose: () => void };
};

type Encoding = Promise<Result<PictureFile | null, AppError>>;

/** The picture of a version; a stored picture has no versions. */
export function pictureOf(asked: AskedPicture, version: PictureVersion): AskedStored['stored'] {
  if ('stored' in asked) return asked.stored;
  const { raw, protected: made } = asked.item;
  return version === 'protected' ? (made?.picture ?? raw) : raw;
}

/** Creates the store with the dialog closed. */
export function createPictureStore({ ipc, session, notify, openConverter }: PictureDeps): PictureStore {
  let ending = new AbortController();
  /** Ends the encoding that is under way. */
  let stop = new AbortController();
  let converter: ReturnType<typeof openConverter> | undefined;
  /** Settles when name and details of what is asked are there. */
  let ready: Promise<void> = Promise.resolve();
  /** What the present choices come to; begins at once if it is waiting for them to settle. */
  let encoded: () => Encoding = async () => ok(null);

  /** Encodes anew; undefined options say that the file is copied. */
  const encode = (delayMs: number): void => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const { asked, version, choices, details } = store.getState();
    store.setState({ made: null, error: null });
    // What is kept of the source is a part of the file.
    if (asked === null || details === undefined) return;
    const picture = pictureOf(asked, version);
    const options = encodingOf(choices, details, picture);
    if (options === undefined) {
      encoded = async () => ok(null);
      store.setState({ made: { sizeBytes: picture.sizeBytes, isFlattened: false } });
      return;
    }
    let begun: Encoding | undefined;
    const begin = (): Encoding => {
      clearTimeout(timer);
      converter ??= openConverter();
      begun ??= converter.convertPicture(picture.mediaId, options, signal).then((result) => {
        if (signal.aborted) return ok(null);
        if (!result.ok) {
          store.setState({ error: result.error });
          // The next press tries again.
          begun = undefined;
        } else if (result.data) {
          const { bytes, isFlattened } = result.data;
          store.setState({ made: { sizeBytes: bytes.length, isFlattened } });
        }
        return result;
      });
      return begun;
    };
    const timer = setTimeout(begin, delayMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    encoded = begin;
  };

  /** Reads what the dialog needs, and begins to encode. */
  const prepare = async (asked: AskedPicture, signal: AbortSignal): Promise<void> => {
    const { sourceName } = asked;
    const source = await ipc.request(
      'library.pictureSource',
      'stored' in asked
        ? { mediaId: asked.stored.mediaId, sourceName: asked.sourceName }
        : { id: asked.item.id, ...(sourceName !== undefined && { sourceName }) },
    );
    if (signal.aborted) return;
    if (!source.ok) {
      store.setState({ error: source.error });
      return;
    }
    // What a person has typed meanwhile stays.
    store.setState(({ name }) => ({ name: name ?? source.data.name, details: source.data.details }));
    encode(0);
  };

  const send = async (): Promise<Result<{ file: SavedFile | null } | null, AppError>> => {
    const { asked, version, choices, details, name } = store.getState();
    if (asked === null || name === null) return ok(null);
    const picture = pictureOf(asked, version);
    if (encodingOf(choices, details ?? null, picture) === undefined)
      return 'stored' in asked ? ok(null) : ipc.request('library.saveCopy', { id: asked.item.id, as: version, name });
    const format = choices.picture === 'asIs' ? ownFormat(picture) : choices.picture;
    const file = await encoded();
    if (!file.ok) return file;
    if (file.data === null || format === undefined) return ok(null);
    const { bytes } = file.data;
    const [id, isProtected] = 'stored' in asked ? [asked.editId, true] : [asked.item.id, version === 'protected'];
    return ipc.request('library.savePicture', { id, isProtected, format, name, bytes });
  };

  const store: PictureStore = createStore<PictureState>()((set, get) => ({
    asked: null,
    version: 'received',
    name: null,
    details: undefined,
    choices: choicesOf(session),
    made: null,
    isSaving: false,
    error: null,
    open: (asked, version) => {
      // The keys that open it are pressed again.
      if (get().asked !== null || get().isSaving) return;
      ending = new AbortController();
      const versions = 'stored' in asked ? [] : asked.versions;
      const first = version !== undefined && versions.includes(version) ? version : versions[0];
      const choices = choicesOf(session);
      // The page makes the file of what is no result.
      const isCopied = 'stored' in asked && choices.picture === 'asIs';
      set({ asked, version: first ?? 'received', choices: isCopied ? { ...choices, picture: 'png' } : choices });
      ready = prepare(asked, ending.signal);
    },
    setVersion: (version) => {
      set({ version });
      encode(0);
    },
    setName: (name) => set({ name }),
    change: (change) => {
      const choices = { ...get().choices, ...change };
      set({ choices });
      session.getState().updateSettings({ saving: { ...session.getState().settings.saving, ...change } });
      encode(SETTLE_MS);
    },
    save: async () => {
      const { asked, isSaving } = get();
      if (asked === null || isSaving) return;
      set({ isSaving: true, error: null });
      const saved = await ready.then(send).finally(() => set({ isSaving: false }));
      // The dialog was closed before the file was made.
      if (get().asked !== asked) return;
      if (!saved.ok) return set({ error: saved.error });
      if (saved.data?.file) {
        get().close();
        notify(saved.data.file);
      }
    },
    close: () => {
      ending.abort();
      stop.abort();
      converter?.dispose();
      converter = undefined;
      encoded = async () => ok(null);
      set({ asked: null, name: null, details: undefined, made: null, error: null });
    },
  }));
  return store;
}

function choicesOf(session: SessionStore): PictureChoices {
  const { sound: _, ...choices } = session.getState().settings.saving;
  return choices;
}

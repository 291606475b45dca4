// Adds pictures to the tray and keeps their order. Independent of how the tray is displayed.

import { BOUNDS } from '../../../shared/bounds.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { fittingSize } from '../../../shared/images/reference-problems.ts';
import type { SeveralPictures } from '../../../shared/images/several-pictures.ts';
import { planWire } from '../../../shared/images/wire-geometry.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { mapConcurrent } from '../../lifetime/map-concurrent.ts';
import type { Step } from '../../work/history.ts';
import type { Replacement } from '../../work/work-desk.ts';
import { sizeOf, type TrayPart, type TrayPicture } from '../images-state.ts';
import type { Bytes } from '../ports.ts';
import { forNextPicture } from '../request/edit-options.ts';
import { NO_GUIDE, withMentions } from '../request/instruction.ts';
import {
  allOf,
  createPictureOpener,
  type OpenerDeps,
  problemOf,
  type StoredPicture,
  unusable,
} from './open-pictures.ts';
import { createReplacing, type ReplacingTools } from './replacing.ts';

type Opening = () => Promise<Result<StoredPicture, AppError>>;

/** What the tray part needs. */
export type TrayTools = OpenerDeps &
  ReplacingTools & {
    readSample: () => Promise<Bytes>;
    /** Shows the sample with its subject masked. */
    maskSample: (picture: TrayPicture) => void;
    /** What becomes of the others of several pictures, and the function that remembers another choice. */
    severalPictures: () => SeveralPictures;
    rememberSeveral: (kind: SeveralPictures) => void;
    /** Puts pictures under Recent, each on its own. Resolves to their ids there. */
    putAside: (pictures: readonly TrayPicture[]) => Promise<string[]>;
    /** Takes one off that list. */
    takeOff: (id: string) => Promise<void>;
    /** Puts what is on the screen aside before it is replaced. */
    replaceWork: (how: Replacement, put: () => Promise<boolean>) => Promise<boolean>;
    /** Forgets the results of the pictures that were there. */
    startOver: () => void;
    /** Adds a step to the screen's history. */
    record: (step: Step) => void;
  };

/** Creates the tray's part of the store. */
export function createTray(tools: TrayTools): TrayPart {
  const { ipc, get, set } = tools;
  const opener = createPictureOpener(tools);
  const { openFile, openBytes, openAddress, openStored } = opener;

  /** What could not be opened or stored gives way to the next picture; what can be tried again stays. */
  const forgetUnopened = (): void => {
    if (get().problem?.again === null) set({ problem: null });
  };

  /**
   * Begins to open pictures, as many as there is room for. @param taken pictures that are there.
   * @returns `report` says what went wrong, which is one thing at a time: how many there was no room for, if any, is not
   * replaced by a picture that cannot be opened; several of those are one thing.
   */
  const begin = (openings: readonly Opening[], taken: number) => {
    forgetUnopened();
    const begun = mapConcurrent(openings.slice(0, Math.max(0, BOUNDS.picturesOfTray - taken)), BOUNDS.picturesOpening);
    const left = openings.length - begun.length;
    const unopened: AppError[] = [];
    const tooMany = (): AppError =>
      appError('picture.too_many', { count: left, limit: BOUNDS.picturesOfTray, unopened: unopened.length });
    if (left > 0) tools.report(tooMany());
    const report = (error: AppError): void => {
      unopened.push(error);
      tools.report(left > 0 ? tooMany() : allOf(unopened));
    };
    return { openings: begun, report };
  };

  /** Opens pictures and adds them in their order; those that cannot be opened are reported, the others are still added. */
  const addAll = async (wanted: readonly Opening[]): Promise<void> => {
    const { openings, report } = begin(wanted, get().pictures.length + get().opening);
    set({ opening: get().opening + openings.length });
    const isFirst = get().pictures.length === 0;
    const isApart = isFirst && openings.length > 1 && tools.severalPictures() === 'separate';
    const added: TrayPicture[] = [];
    for (const opening of openings) {
      const opened = await opening;
      set({ opening: get().opening - 1 });
      if (!opened.ok) report(opened.error);
      else if (isApart && added.length > 0) added.push({ ...opened.data, key: crypto.randomUUID() });
      else added.push(add(opened.data));
    }
    recordAdded(isApart ? added.slice(0, 1) : added);
    if (isFirst && added.length > 1) await arrive(added.slice(1), isApart ? 'separate' : 'references');
  };

  /** Says what was done with the others of several pictures. Those that are apart are put under Recent. */
  const arrive = async (others: readonly TrayPicture[], kind: SeveralPictures): Promise<void> => {
    const asideIds = kind === 'separate' ? await tools.putAside(others) : [];
    set({ arrival: { kind, others, asideIds } });
  };

  /** Opens pictures instead of those that are there. */
  const openInstead = async (wanted: readonly Opening[]): Promise<void> => {
    if (get().pictures.length === 0) return addAll(wanted);
    const { openings, report } = begin(wanted, 0);
    set({ opening: get().opening + openings.length });
    const opened = await Promise.all(openings);
    set({ opening: get().opening - openings.length });
    for (const one of opened) if (!one.ok) report(one.error);
    const [first, ...rest] = opened
      .flatMap((one) => (one.ok ? [one.data] : []))
      .map((picture): TrayPicture => ({ ...picture, key: crypto.randomUUID() }));
    if (first === undefined) return;
    const kind = tools.severalPictures();
    const title = (t: Translate): string => t('recent.openedPicture', { name: first.name });
    const isOpened = await tools.replaceWork({ title }, async () => {
      tools.startOver();
      set({
        chain: [],
        pictures: kind === 'separate' ? [first] : [first, ...rest],
        instruction: '',
        guide: NO_GUIDE,
        choices: forNextPicture(get().choices),
        arrival: null,
      });
      return true;
    });
    if (isOpened && rest.length > 0) await arrive(rest, kind);
  };

  const add = (picture: StoredPicture): TrayPicture => {
    const added = { ...picture, key: crypto.randomUUID() };
    set({ pictures: [...get().pictures, added] });
    return added;
  };
  const setPictures = (pictures: readonly TrayPicture[]): void => {
    const keysOf = (some: readonly TrayPicture[]): string[] => some.map(({ key }) => key);
    const instruction = withMentions(get().instruction, keysOf(get().pictures), keysOf(pictures));
    set({ pictures, instruction });
  };
  const takeOut = (keys: readonly string[]): void =>
    setPictures(get().pictures.filter(({ key }) => !keys.includes(key)));
  /** Adds a step to the history. Both ways change the tray at once. */
  const record = (name: Step['name'], undo: () => void, redo: () => void): Step => {
    const step: Step = {
      name,
      undo: async () => {
        undo();
        return true;
      },
      redo: async () => {
        redo();
        return true;
      },
    };
    tools.record(step);
    return step;
  };
  const recordAdded = (added: readonly TrayPicture[]): void => {
    if (added.length === 0) return;
    record(
      (t) => t('history.addPictures', { count: added.length }),
      () => takeOut(added.map(({ key }) => key)),
      () => set({ pictures: [...get().pictures, ...added] }),
    );
  };

  const change = (key: string, by: Partial<TrayPicture>): void =>
    set({ pictures: get().pictures.map((picture) => (picture.key === key ? { ...picture, ...by } : picture)) });

  /** Returns the reduced version of a picture; null if it fits already. */
  const fitOne = async (picture: TrayPicture, maxBytes: number): Promise<Result<Picture | null, AppError>> => {
    const plan = planWire(sizeOf(picture), fittingSize(sizeOf(picture)));
    const bytes = await tools.pictures.wire(picture.mediaId, plan, { maxBytes }).catch(problemOf);
    if (typeof bytes === 'string') return unusable(picture.name, bytes);
    return bytes === null ? ok(null) : ipc.request('media.importBytes', { bytes });
  };

  const insertAt = (picture: TrayPicture, at: number): void => {
    const pictures = get().pictures.filter((one) => one.key !== picture.key);
    setPictures([...pictures.slice(0, at), picture, ...pictures.slice(at)]);
  };

  const moveTo = (key: string, at: number): void => {
    const picture = get().pictures.find((one) => one.key === key);
    if (picture !== undefined) insertAt(picture, at);
  };

  const replacing = createReplacing({ ...tools, opener, record, forgetUnopened });

  return {
    pictures: [],
    missingFiles: new Map(),
    opening: 0,
    addFiles: (files) => addAll(files.map((file) => () => openFile(file))),
    addAddresses: (urls) => addAll(urls.map((url) => () => openAddress(url))),
    addSample: async (name, instruction) => {
      forgetUnopened();
      set({ opening: get().opening + 1 });
      const opened = await openBytes(await tools.readSample(), name);
      set({ opening: get().opening - 1 });
      if (!opened.ok) return tools.report(opened.error);
      const picture = { ...opened.data, key: crypto.randomUUID() };
      if (get().pictures.length === 0) tools.maskSample(picture);
      set({ pictures: [...get().pictures, picture] });
      recordAdded([picture]);
      if (get().instruction.trim() === '') set({ instruction });
    },
    openFiles: (files) => openInstead(files.map((file) => () => openFile(file))),
    openAddresses: (urls) => openInstead(urls.map((url) => () => openAddress(url))),
    arrival: null,
    changeArrival: async () => {
      const { arrival, pictures } = get();
      if (arrival === null) return;
      const kind = arrival.kind === 'references' ? 'separate' : 'references';
      tools.rememberSeveral(kind);
      const keys = arrival.others.map(({ key }) => key);
      if (kind === 'references') {
        set({ pictures: [...pictures.filter(({ key }) => !keys.includes(key)), ...arrival.others], arrival: null });
        for (const id of arrival.asideIds) await tools.takeOff(id);
      } else takeOut(keys);
      await arrive(arrival.others, kind);
    },
    dismissArrival: () => set({ arrival: null }),
    addStored: (mediaId, name) => addAll([() => openStored(mediaId, name)]),
    chain: [],
    ...replacing,
    sendAddress: (key, isSentAsAddress) => change(key, { isSentAsAddress }),
    fit: async (keys, maxBytes) => {
      for (const picture of get().pictures.filter(({ key }) => keys.includes(key))) {
        const fitted = await fitOne(picture, maxBytes);
        if (fitted.ok) change(picture.key, { fitted: fitted.data });
        else tools.report(fitted.error);
      }
    },
    remove: (key) => {
      const { pictures, choices, instruction } = get();
      const at = pictures.findIndex((picture) => picture.key === key);
      const removed = pictures[at];
      if (removed === undefined) return null;
      const takeOutThis = (): void => {
        takeOut([key]);
        if (get().pictures.length === 0) set({ choices: forNextPicture(get().choices) });
      };
      takeOutThis();
      const left = get().instruction;
      return record(
        (t) => t('history.removePicture', { name: removed.name }),
        () => {
          const isSame = get().instruction === left;
          insertAt(removed, at);
          if (isSame) set({ instruction });
          if (pictures.length === 1) set({ choices });
        },
        takeOutThis,
      );
    },
    move: (key, by) => {
      const { pictures } = get();
      const at = pictures.findIndex((picture) => picture.key === key);
      const picture = pictures[at];
      const to = Math.max(0, Math.min(pictures.length - 1, at + by));
      if (picture === undefined || to === at) return;
      insertAt(picture, to);
      record(
        (t) => t('history.movePicture', { name: picture.name }),
        () => moveTo(key, at),
        () => moveTo(key, to),
      );
    },
  };
}

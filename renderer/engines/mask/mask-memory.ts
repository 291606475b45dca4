// What the page remembers of the masks, so that a worker that has died can be replaced: the tiles as they were last
// reported, and the changes since then.

import type { BrushPoint } from './painting/brush.ts';
import type { FromWorker, MaskChange, ToWorker } from './protocol.ts';
import type { KeptTile } from './raster/kept-tile.ts';

type Of<D extends ToWorker['type']> = Extract<ToWorker, { type: D }>;

/** An open picture. */
type Remembered = Pick<Of<'open'>, 'source' | 'beneath' | 'size' | 'view'> & {
  tiles: Map<number, KeptTile>;
  /** The plane it was opened with, until the worker has reported its tiles. */
  plane: Uint8Array<ArrayBuffer> | undefined;
  /** Indexes of the tiles that are not saved yet. */
  unsaved: Set<number>;
};
type Entry = { pictureId: string; number: number; change: MaskChange; points: BrushPoint[] };

/** Changes that need what the worker had in memory: its undo history, a preview, the decoded picture. */
const UNREPEATABLE: ReadonlySet<MaskChange['type']> = new Set(['beginSelect', 'undo', 'redo', 'accept', 'select']);
const CHANGES: ReadonlySet<string> = new Set<MaskChange['type']>([
  'begin',
  'beginSelect',
  'end',
  'cancel',
  'undo',
  'redo',
  'accept',
  'apply',
  'select',
]);

/** Remembers what was sent to the worker, and what it has reported. */
export type MaskMemory = {
  /** Notes a message before it is sent. @returns its number if it changes a mask. */
  note: (message: ToWorker) => number | undefined;
  notePoints: (stroke: number, points: readonly BrushPoint[]) => void;
  /** Notes tiles that the worker has reported, which contain all changes up to a number. */
  noteTiles: (message: Extract<FromWorker, { type: 'unsaved' }>) => void;
  noteSaved: (pictureId: string, indexes: readonly number[]) => void;
  hasChanges: () => boolean;
  /**
   * The messages that put a new worker into the state of the one before, except for its undo history.
   * @param withChanges repeat the changes that are in no tile yet
   * @param request the request that waits for the picture to be opened; 0 if none does
   * @returns also how many changes cannot be repeated
   */
  restoring: (withChanges: boolean, request: number) => { messages: ToWorker[]; lost: number };
};

/** Creates an empty memory. */
export function createMaskMemory(): MaskMemory {
  const pictures = new Map<string, Remembered>();
  let shownId: string | undefined;
  let entries: Entry[] = [];
  let lastNumber = 0;
  /** The latest size of the canvas and look. */
  let resize: Of<'resize'> | undefined;
  let look: Of<'look'> | undefined;

  const noteOpen = ({ pictureId, source, beneath, size, view, restored }: Of<'open'>): void => {
    const known = pictures.get(pictureId);
    const isPlane = restored instanceof Uint8Array;
    pictures.set(pictureId, {
      size,
      view,
      source,
      beneath,
      tiles: known?.tiles ?? new Map(isPlane ? [] : restored?.map((tile) => [tile.index, tile])),
      plane: known === undefined && isPlane ? restored : known?.plane,
      unsaved: known?.unsaved ?? new Set(),
    });
    shownId = pictureId;
  };
  const noteChange = (change: MaskChange): number => {
    lastNumber += 1;
    if (shownId !== undefined) entries.push({ pictureId: shownId, number: lastNumber, change, points: [] });
    return lastNumber;
  };
  const repeat = (pictureId: string): ToWorker[] =>
    entries
      .filter((entry) => entry.pictureId === pictureId)
      .flatMap(({ change, number, points }) => [
        { ...change, number },
        ...(change.type === 'begin' && points.length > 0
          ? [{ type: 'points', stroke: change.stroke, points } as const]
          : []),
      ]);

  return {
    note: (message) => {
      if (isChange(message)) return noteChange(message);
      const shown = shownId === undefined ? undefined : pictures.get(shownId);
      if (message.type === 'open') noteOpen(message);
      else if (message.type === 'resize') resize = message;
      else if (message.type === 'look') look = message;
      else if (message.type === 'view' && shown !== undefined) shown.view = message.view;
      else if (message.type === 'hide') shownId = undefined;
      else if (message.type === 'close') {
        pictures.delete(message.pictureId);
        entries = entries.filter(({ pictureId }) => pictureId !== message.pictureId);
        if (message.pictureId === shownId) shownId = undefined;
      }
      return undefined;
    },
    notePoints: (stroke, points) => {
      const entry = entries.at(-1);
      if (entry?.change.type === 'begin' && entry.change.stroke === stroke) entry.points.push(...points);
    },
    noteTiles: ({ pictureId, tiles, upTo }) => {
      const picture = pictures.get(pictureId);
      if (picture === undefined) return;
      for (const tile of tiles) {
        picture.tiles.set(tile.index, tile);
        picture.unsaved.add(tile.index);
      }
      picture.plane = undefined;
      entries = entries.filter((entry) => entry.pictureId !== pictureId || entry.number > upTo);
    },
    noteSaved: (pictureId, indexes) => {
      for (const index of indexes) pictures.get(pictureId)?.unsaved.delete(index);
    },
    hasChanges: () => entries.length > 0,
    restoring: (withChanges, request) => {
      const dropped = withChanges ? entries.filter(({ change }) => UNREPEATABLE.has(change.type)) : entries;
      entries = entries.filter((entry) => !dropped.includes(entry));
      const messages: ToWorker[] = [];
      for (const [pictureId, { size, view, tiles, plane, unsaved }] of pictures) {
        const restored = plane ?? [...tiles.values()];
        messages.push({ type: 'restore', pictureId, size, view, restored, unsaved: [...unsaved] });
        if (pictureId !== shownId) messages.push(...repeat(pictureId));
      }
      if (resize !== undefined) messages.push(resize);
      if (look !== undefined) messages.push(look);
      const shown = shownId === undefined ? undefined : pictures.get(shownId);
      if (shownId === undefined || shown === undefined) messages.push({ type: 'hide' });
      else {
        const { source, beneath, size, view } = shown;
        messages.push({ type: 'open', request, pictureId: shownId, source, beneath, size, view, restored: undefined });
        messages.push(...repeat(shownId));
      }
      return { messages, lost: dropped.filter(({ change }) => change.type !== 'end').length };
    },
  };
}

function isChange(message: ToWorker): message is MaskChange {
  return CHANGES.has(message.type);
}

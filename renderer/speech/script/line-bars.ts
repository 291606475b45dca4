// The sound of the lines of a script as bars, read one take after the other while the script is shown in the player.

import { type Peaks, toColumns } from '../../engines/audio/peaks.ts';
import type { PeaksLibrary } from '../../engines/audio/peaks-library.ts';
import type { ScriptLineView } from './script-lines.ts';
import { BARS_PER_S } from './script-timeline.ts';

/** So many takes are read at most: of longer scripts the others stay level. */
const MAX_READ = 2000;

/** All is drawn again with what was read so long, in milliseconds. */
const TELL_AFTER_MS = 100;

/** The bars of takes. */
export type LineBars = {
  /** Those of the take that is heard of a line; undefined until they are read. */
  of: (line: ScriptLineView) => Uint8Array | undefined;
  /** Reads what is missing of these lines, in their order. */
  read: (lines: readonly ScriptLineView[]) => void;
  /** Another script is shown. */
  forget: () => void;
};

/** Creates it, with nothing read. @param onRead some more bars are known */
export function createLineBars(peaks: Pick<PeaksLibrary, 'load'>, onRead: () => void): LineBars {
  let known = new Map<string, Uint8Array | null>();
  let wanted: readonly ScriptLineView[] = [];
  let isReading = false;

  const readAll = async (): Promise<void> => {
    let toldMs = performance.now();
    let isTold = true;
    for (;;) {
      const mine = known;
      const used = wanted.find((line) => line.used !== undefined && !mine.has(line.used.mediaId))?.used;
      const isOver = used === undefined || mine.size >= MAX_READ;
      if (!isTold && (isOver || performance.now() - toldMs >= TELL_AFTER_MS)) {
        toldMs = performance.now();
        isTold = true;
        onRead();
      }
      if (isOver) return;
      // Also if it cannot be read, so that it is not tried for ever.
      mine.set(used.mediaId, null);
      const found = await peaks.load({ mediaId: used.mediaId, format: used.audio.format });
      if (found === undefined) continue;
      mine.set(used.mediaId, barsOf(found, (used.audio.durationMs ?? 0) / 1000));
      isTold = false;
    }
  };
  return {
    of: ({ used }) => (used === undefined ? undefined : (known.get(used.mediaId) ?? undefined)),
    read: (lines) => {
      wanted = lines;
      if (isReading) return;
      isReading = true;
      void readAll().finally(() => {
        isReading = false;
      });
    },
    forget: () => {
      known = new Map();
      wanted = [];
    },
  };
}

function barsOf(peaks: Peaks, durationS: number): Uint8Array {
  const columns = toColumns(peaks, Math.max(1, Math.round(durationS * BARS_PER_S)));
  return Uint8Array.from(columns, (height) => Math.round(height * 127));
}

// Shows the progress of a download: one line that is rewritten on a terminal, otherwise an occasional line.

import { clearLine, cursorTo } from 'node:readline';

const REWRITE_MS = 100;
const NEXT_LINE_MS = 10_000;

/** Output for progress, such as `process.stderr`. */
export interface ProgressOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

/** The progress of one download. */
export interface ProgressLine {
  /** @param totalBytes null if it is unknown. */
  show(doneBytes: number, totalBytes: number | null): void;
  /** Leaves the last state on the screen; call it once. */
  end(): void;
}

/** Creates a line that starts with `name`; speed is measured from now. */
export function createProgressLine(
  name: string,
  output: ProgressOutput,
  nowMs: () => number = () => performance.now(),
): ProgressLine {
  const beganMs = nowMs();
  const everyMs = output.isTTY ? REWRITE_MS : NEXT_LINE_MS;
  let shownMs = Number.NEGATIVE_INFINITY;
  let latest = '';
  let shown = '';
  const write = (): void => {
    if (latest === shown) return;
    shown = latest;
    if (!output.isTTY) {
      output.write(`${latest}\n`);
      return;
    }
    cursorTo(output, 0);
    output.write(latest);
    clearLine(output, 1);
  };
  return {
    show(doneBytes, totalBytes) {
      const elapsedMs = nowMs() - beganMs;
      latest = `${name}: ${inWords(doneBytes, totalBytes, elapsedMs)}`;
      if (nowMs() - shownMs < everyMs) return;
      shownMs = nowMs();
      write();
    },
    end() {
      write();
      if (output.isTTY && shown !== '') output.write('\n');
    },
  };
}

function inWords(doneBytes: number, totalBytes: number | null, elapsedMs: number): string {
  const done = totalBytes
    ? `${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB (${Math.floor((100 * doneBytes) / totalBytes)} %)`
    : `${megabytes(doneBytes)} MB`;
  return elapsedMs > 0 ? `${done}, ${megabytes((doneBytes * 1000) / elapsedMs)} MB/s` : done;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

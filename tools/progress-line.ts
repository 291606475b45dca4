// Owns how the progress of a download is shown: one line that is rewritten on a terminal, elsewhere a line now and then.

import { clearLine, cursorTo } from 'node:readline';

const REWRITE_MS = 100;
const NEXT_LINE_MS = 10_000;

/** Where progress is shown; `process.stderr` is one. */
export interface ProgressOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

/** Progress of one thing. */
export interface ProgressLine {
  /** @param totalBytes null where it is not known. */
  show(doneBytes: number, totalBytes: number | null): void;
  /** Leaves the last state on the screen; to be called once. */
  end(): void;
}

/** Begins a line that opens with `name`; speed counts from now. */
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

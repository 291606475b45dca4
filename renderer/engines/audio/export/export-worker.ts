// The export worker: makes the sound of one export, and passes it on piece by piece.

import { holdLifeline } from '../../../lifetime/lifeline.ts';
import { installTrustedTypesPolicy, startWorker } from '../../../trusted-types.ts';
import { createEncoders } from './encode/file-encoders.ts';
import { createLevelPort } from './encode/level-port.ts';
import type { FromExportWorker, ToExportWorker } from './protocol.ts';
import { runExport, UnreadableLine } from './run-export.ts';
import { readTake } from './takes/take-reader.ts';

/** Pieces that may be on their way: the next is made while one is written. */
const MAX_AHEAD = 2;
/** Smaller steps of the progress are not reported. */
const PROGRESS_STEP = 0.002;

let ahead = 0;
/** Pieces that were written and can be filled again. */
const spare: ArrayBuffer[] = [];
let resume: (() => void) | undefined;
const post = (message: FromExportWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });

holdLifeline();
installTrustedTypesPolicy();
addEventListener('message', ({ data }: MessageEvent<ToExportWorker>) => {
  if (data.type === 'begin') void run(data);
  else {
    ahead -= 1;
    if (data.written !== null) spare.push(data.written);
    resume?.();
  }
});

async function run({ plan, scripts }: Extract<ToExportWorker, { type: 'begin' }>): Promise<void> {
  let reported = 0;
  try {
    const result = await runExport(plan, {
      readTake,
      encoders: createEncoders(() => WebAssembly.compileStreaming(fetch(scripts.lame))),
      meterEncoded: createLevelPort(() => startWorker(scripts.levelWorker)),
      openFile: (name, remainingBytes, itemIds) => ask({ type: 'openFile', name, remainingBytes, itemIds }),
      write: (bytes) => ask({ type: 'write', bytes }, [bytes.buffer]),
      spare: () => spare.pop(),
      onProgress: (ratio) => {
        if (ratio < 1 && ratio < reported + PROGRESS_STEP) return;
        reported = ratio;
        post({ type: 'progress', ratio });
      },
    });
    await untilAhead(0);
    post({ type: 'done', result });
  } catch (error) {
    const line = error instanceof UnreadableLine ? error.line : null;
    post({ type: 'failed', line, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function ask(message: FromExportWorker, transfer: Transferable[] = []): Promise<void> {
  ahead += 1;
  post(message, transfer);
  await untilAhead(MAX_AHEAD - 1);
}

async function untilAhead(count: number): Promise<void> {
  while (ahead > count)
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
}

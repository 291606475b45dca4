// Creates the Speech screen: the open script, the list of scripts, what plays them, auditions.

import { createSignal } from '../../shared/app/signals.ts';
import { createAuditionPlayer } from '../engines/audio/audition-player.ts';
import { openContextOutput } from '../engines/audio/sequence/sequence-output.ts';
import { createSequencePlayer } from '../engines/audio/sequence/sequence-player.ts';
import { createAuditionStore } from '../speech/audition-store.ts';
import { createTakeComparison } from '../speech/compare/take-comparison.ts';
import { createImportStore } from '../speech/import/import-store.ts';
import importWorkerUrl from '../speech/import/import-worker.ts?worker&url';
import { createScriptFiles } from '../speech/import/script-files.ts';
import { createScriptList } from '../speech/script/script-list.ts';
import { createScriptPlayer } from '../speech/script/script-player.ts';
import { createScriptStore } from '../speech/script/script-store.ts';
import { createSpeechStore } from '../speech/speech-store.ts';
import { createVoiceSamples } from '../speech/voice-samples.ts';
import { startWorker } from '../trusted-types.ts';
import type { Frame } from './frame.ts';
import type { Sound } from './sound.ts';

/** The stores of the Speech screen. */
export type SpeechSide = ReturnType<typeof composeSpeech>;

/** Creates them; what is requested is heard as it arrives. */
export function composeSpeech(frame: Frame, { player, decoder, peaks }: Sound) {
  const { ipc, session, drafts, history, announce, notify, translate, makeId } = frame;
  const { voice, speed, extras } = session.getState().settings.speech;
  const script = createScriptStore({ ipc, session, drafts, base: { voice, speed, extras }, makeId });
  const lineRequested = createSignal<string>();
  const sound = player.getState();
  const speech = createSpeechStore({ ipc, session, history, script, sound, hear: lineRequested.emit });
  const scripts = createScriptList({
    ipc,
    script,
    history,
    makeId,
    announce: (told, step) => announce('speech', told, step),
    report: speech.getState().report,
  });
  const sequence = createSequencePlayer({ openOutput: openContextOutput, openTake: decoder.openTake });
  const scriptPlayer = createScriptPlayer({ script, speech, player, peaks, session, engine: sequence, translate });
  lineRequested.on(scriptPlayer.playIfSilent);
  const files = createScriptFiles(() => startWorker(importWorkerUrl));
  return {
    script,
    speech,
    scripts,
    scriptPlayer,
    importing: createImportStore({ files, script, scripts, notify, makeId }),
    samples: createVoiceSamples({ ipc, play: sound.play }),
    audition: createAuditionStore({ ipc, session, speech, drafts, player: createAuditionPlayer(), bar: player }),
    comparison: createTakeComparison({ ipc, player: createAuditionPlayer(), bar: player }),
  };
}

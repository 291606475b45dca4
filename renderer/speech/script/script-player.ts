// Plays the open script line by line: gives its lines to the sequence engine, and shows in the player bar what is heard.

import type { Translate } from '../../../shared/i18n/index.ts';
import { isUsable } from '../../../shared/script/line-state.ts';
import { lineAtTime, type ScriptTimeline } from '../../../shared/script/timeline.ts';
import type { Peaks } from '../../engines/audio/peaks.ts';
import type { PeaksLibrary } from '../../engines/audio/peaks-library.ts';
import type { SequenceSound, SequenceSource } from '../../engines/audio/sequence/sequence.ts';
import type { SequencePlayer, SequenceSnapshot } from '../../engines/audio/sequence/sequence-player.ts';
import { createScope } from '../../lifetime/scope.ts';
import { type Guest, isSounding, type PlayerStore, type Transport } from '../../player/player-store.ts';
import { takeUrl } from '../../player/take-url.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import { createLineBars } from './line-bars.ts';
import type { ScriptLineView } from './script-lines.ts';
import type { ScriptStore } from './script-store.ts';
import { createScriptTimeline, type LineLook, silenceAfterMs, timelinePeaks } from './script-timeline.ts';

/** Plays the open script. Lines are given by their ids. */
export type ScriptPlayer = {
  /** Plays the script from a line on; by default from its beginning. */
  playFrom: (lineId?: string) => void;
  /** Plays from a word of a line on. @param share of the line's text that is before it, 0 to 1 */
  playFromWord: (lineId: string, share: number) => void;
  /** The same, unless something is heard: for lines that were just requested. */
  playIfSilent: (lineId: string) => void;
  /** Pauses or plays on if this line is heard; else plays from it on. */
  toggle: (lineId: string) => void;
  /** Repeats a line until that is ended. */
  loopLine: (lineId: string) => void;
  /** Where all lines are in time. */
  timeline: () => ScriptTimeline;
  dispose: () => void;
};

type ScriptPlayerDeps = {
  script: ScriptStore;
  /** Its takes show how fast voices speak. */
  speech: { getState: () => Pick<ReturnType<SpeechStore['getState']>, 'takes'> };
  player: PlayerStore;
  engine: SequencePlayer;
  session: SessionStore;
  /** The sound of takes. */
  peaks: Pick<PeaksLibrary, 'load'>;
  /** The translator of the current language. */
  translate: () => Translate;
};

/** So much before the place of a word is heard, in seconds. */
const BEFORE_WORD_S = 0.15;

/** Creates the player; it disposes of the engine. */
export function createScriptPlayer(deps: ScriptPlayerDeps): ScriptPlayer {
  const { script, speech, player, engine, session } = deps;
  const scope = createScope();
  const findTimeline = createScriptTimeline();
  /** The script that is played, and the line that was heard last; null if none is. */
  let playing: { scriptId: string; index: number } | null = null;
  /** What the bar shows, to notice changes. */
  let shown = '';
  let drawn: { timeline: ScriptTimeline; colours: unknown; peaks: Peaks } | undefined;
  /** Whoever draws the waveform; the bars of more takes are known. */
  const drawers = new Set<() => void>();
  const bars = createLineBars(deps.peaks, () => {
    drawn = undefined;
    for (const draw of drawers) draw();
  });
  let indexed: { lines: readonly ScriptLineView[]; indices: Map<string, number> } | undefined;

  const lines = (): readonly ScriptLineView[] => script.getState().lines;
  const timeline = (): ScriptTimeline => findTimeline(lines(), speech.getState().takes);
  const indexOf = (id: string | null): number => {
    if (indexed?.lines !== lines())
      indexed = { lines: lines(), indices: new Map(lines().map((line, index) => [line.id, index])) };
    return id === null ? -1 : (indexed.indices.get(id) ?? -1);
  };
  const source: SequenceSource = {
    count: () => lines().length,
    entryAt: (index) => {
      const line = lines()[index];
      return line && { id: line.id, sound: soundOf(line), pauseAfterMs: silenceAfterMs(lines(), timeline(), index) };
    },
    indexOf,
    subscribe: (listener) =>
      script.subscribe((now, before) => {
        if (now.lines !== before.lines) listener();
      }),
  };

  const transport: Transport = {
    positionS: () => {
      const time = timeline().lines[playing?.index ?? 0];
      return (time?.startS ?? 0) + engine.offsetS();
    },
    lengthS: () => timeline().totalS,
    seek: (positionS) => {
      const times = timeline().lines;
      const at = lineAtTime(timeline(), positionS);
      if (at === undefined) return;
      // In the pause after a line is before the next one.
      const isBehind = at.offsetS >= (times[at.index]?.durationS ?? 0) && at.index + 1 < times.length;
      const line = lines()[isBehind ? at.index + 1 : at.index];
      if (line !== undefined) engine.go(line.id, isBehind ? 0 : at.offsetS);
    },
    setLoop: (loop) => {
      const line = loop && lines()[lineAtTime(timeline(), loop.fromS)?.index ?? -1];
      if (line && line.id !== engine.snapshot().currentId) engine.go(line.id);
      engine.setLooping(loop !== null);
    },
    snapshot: () => {
      const time = timeline().lines[playing?.index ?? -1];
      if (time === undefined || !engine.snapshot().isLooping) return { loop: null };
      return { loop: { fromS: time.startS, toS: time.startS + time.durationS } };
    },
    subscribe: (listener) => {
      const leaves = [engine.subscribe(listener), source.subscribe(listener)];
      drawers.add(listener);
      return () => {
        drawers.delete(listener);
        for (const leave of leaves) leave();
      };
    },
  };

  const peaks = (): Peaks => {
    const { colours } = script.getState();
    if (drawn?.timeline === timeline() && drawn.colours === colours) return drawn.peaks;
    bars.read(lines());
    const lookOf = (index: number): LineLook => {
      const line = lines()[index];
      const colour = line && line.sent.roleKey !== '' ? colours.get(line.sent.roleKey) : undefined;
      return { bars: line && bars.of(line), hue: colour === undefined ? 0 : colour + 1 };
    };
    drawn = { timeline: timeline(), colours, peaks: timelinePeaks(timeline(), lookOf) };
    return drawn.peaks;
  };
  const toggle = (): void => (engine.snapshot().isPlaying ? engine.pause() : engine.resume());
  const stop = (): void => {
    playing = null;
    shown = '';
    engine.stop();
  };

  /** What a person should know of what is heard. */
  const noteOf = (t: Translate, snapshot: SequenceSnapshot): string => {
    const numberOf = (id: string): string => String(indexOf(id) + 1);
    const { waitingForId, unreadableIds, missingIds, isOutputLost } = snapshot;
    if (isOutputLost) return t('player.outputLost');
    if (waitingForId !== null) return t('player.waitingForLine', { number: numberOf(waitingForId) });
    const [unreadable, ...others] = unreadableIds;
    if (unreadable !== undefined && others.length === 0)
      return t('player.unreadableLine', { number: numberOf(unreadable) });
    if (unreadable !== undefined) return t('player.unreadableLines', { count: unreadableIds.length });
    return missingIds.length > 0 ? t('player.missingLines', { count: missingIds.length }) : '';
  };

  /** Shows in the bar what is heard. */
  const show = (): void => {
    const snapshot = engine.snapshot();
    if (playing === null || snapshot.currentId === null) return;
    const found = indexOf(snapshot.currentId);
    if (found >= 0) playing.index = found;
    const t = deps.translate();
    const role = lines()[playing.index]?.sent.role ?? '';
    const number = String(playing.index + 1);
    const title = role === '' ? t('player.line', { number }) : t('player.lineOf', { number, role });
    const { totalS, isEstimated } = timeline();
    const facts = {
      title,
      note: noteOf(t, snapshot),
      isPlaying: snapshot.isPlaying,
      isWaiting: snapshot.waitingForId !== null,
    };
    const line = { scriptId: playing.scriptId, lineId: snapshot.currentId };
    const ofScript = { line, isLooping: snapshot.isLooping, isEstimated };
    const key = JSON.stringify([facts, ofScript, totalS]);
    if (key === shown) return;
    shown = key;
    const guest: Guest = {
      item: null,
      hasRate: true,
      ...facts,
      script: { ...ofScript, peaks, step: engine.step, setLooping: engine.setLooping },
      transport,
      toggle,
      stop,
    };
    player.getState().setGuest(guest);
  };
  const leave = (): void => {
    bars.forget();
    drawn = undefined;
    if (playing === null) return;
    stop();
    if (player.getState().guest?.transport === transport) player.getState().setGuest(null);
  };

  /** A take that was heard belongs to what was open before; one that sounds is heard to its end. */
  const unloadSilent = (): void => {
    const { item, isPlaying, unload } = player.getState();
    if (item !== null && !isPlaying) unload([item.id]);
  };

  const playFrom = (lineId = lines()[0]?.id): void => {
    script.getState().settle();
    const index = indexOf(lineId ?? null);
    if (lineId === undefined || index < 0) return;
    playing = { scriptId: script.getState().id, index };
    engine.play(source, lineId);
    show();
  };

  const { volume, rate } = player.getState();
  engine.setVolume(volume);
  engine.setRate(rate);
  scope.add(
    engine.dispose,
    leave,
    engine.subscribe(show),
    player.subscribe((now) => {
      engine.setVolume(now.volume);
      engine.setRate(now.rate);
    }),
    script.subscribe((now, before) => {
      if (now.id !== before.id) {
        leave();
        unloadSilent();
      } else if (now.lines !== before.lines) show();
    }),
    session.subscribe((now, before) => {
      if (now.locale !== before.locale) show();
    }),
  );

  return {
    playFrom,
    playFromWord: (lineId, share) => {
      playFrom(lineId);
      const { durationS = 0 } = timeline().lines[indexOf(lineId)] ?? {};
      // Where a word is in time is known about only.
      engine.go(lineId, Math.max(0, share * durationS - BEFORE_WORD_S));
    },
    playIfSilent: (lineId) => {
      if (!isSounding(player.getState())) playFrom(lineId);
    },
    toggle: (lineId) => {
      if (playing !== null && engine.snapshot().currentId === lineId && !engine.snapshot().hasEnded) toggle();
      else playFrom(lineId);
    },
    loopLine: (lineId) => {
      if (engine.snapshot().currentId !== lineId || !engine.snapshot().isPlaying) playFrom(lineId);
      engine.setLooping(true);
    },
    timeline,
    dispose: scope.dispose,
  };
}

/** What is heard of a line. One that is being made again is waited for; a take that was cut off is none unless it was chosen. */
function soundOf({ sent, state, used, record }: ScriptLineView): SequenceSound {
  if (!sent.isSpoken) return 'silent';
  if (state === 'queued' || state === 'running') return 'coming';
  return isUsable(used, record) ? { url: takeUrl(used), kind: used.audio.format } : 'missing';
}

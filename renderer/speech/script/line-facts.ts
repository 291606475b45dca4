// What the editor shows beside the lines of the open script.

import type { Dialect } from '../../../shared/connection/connections.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { emotionIn } from '../../../shared/script/directions.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { formatDuration, formatTenths } from '../../../shared/text/format-text.ts';
import { errorText } from '../../items/error-text.ts';
import { isHeading } from '../chapters/chapters.ts';
import { fitsOf, isTimed, isUnfit, type LineFit } from '../dub/line-fits.ts';
import type { LineFacts, LineSource } from '../editor/ports.ts';
import { emotionName } from '../emotion-name.ts';
import { voiceShortName } from '../voice-options.ts';
import { partsOfLine } from './long-lines.ts';
import type { ScriptLineView } from './script-lines.ts';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';

const NO_FACTS: LineFacts = { state: 'none' };

/** What a person has set for a line beside the text. */
function chipsOf(record: ScriptLineView['record'], t: Translate): string[] {
  if (record === undefined) return [];
  const { voice, speed, extras, pauseAfterMs } = record;
  return [
    ...(voice === undefined ? [] : [voiceShortName(voice, t)]),
    ...(extras?.emotion === undefined ? [] : [emotionName(extras.emotion, t)]),
    ...(speed === undefined ? [] : [`${speed}×`]),
    ...(pauseAfterMs === undefined ? [] : [t('directions.pause', { seconds: String(pauseAfterMs / 1000) })]),
  ];
}

/** What is said of a line that misses its time. Estimates are marked. */
function fitFacts(fit: LineFit, index: number, t: Translate): NonNullable<LineFacts['fit']> {
  const { kind, laterMs, speedUp, speechMs, slotMs, isEstimated } = fit;
  const tenths = (ms: number): string => (Math.max(100, ms) / 1000).toFixed(1);
  const text = t(`dub.${kind}`, { seconds: tenths(laterMs), speed: speedUp.toFixed(2) });
  const facts = { number: String(index + 1), seconds: tenths(laterMs), speech: tenths(speechMs), time: tenths(slotMs) };
  const hint = t(`dub.${kind}Hint`, facts);
  return { text: isEstimated ? t('dub.about', { what: text }) : text, hint, isUnfit: isUnfit(fit) };
}

/**
 * The facts of the lines of the open script, each worked out once until the script changes.
 * @param dialect of the connection in use; undefined if there is none
 */
export function lineSource(
  script: ScriptStore,
  player: Pick<ScriptPlayer, 'timeline'>,
  dialect: Dialect | undefined,
  t: Translate,
): LineSource {
  /** What the known facts were worked out from; each of it is another object when it changes. */
  let basis: readonly unknown[] = [];
  const known = new Map<number, LineFacts>();
  const fits = () => {
    const { lines, maxSpeedUp } = script.getState();
    return fitsOf({ lines, maxSpeedUp, timeline: player.timeline() }).fits;
  };
  const workOut = (index: number, { sent, state, job, record }: ScriptLineView): LineFacts => {
    const facts: LineFacts = { state };
    const time = player.timeline().lines[index];
    if (time !== undefined && time.durationS > 0) {
      facts.lengthText = formatDuration(time.durationS);
      facts.isEstimated = time.isEstimated;
    }
    if (dialect && sent.isSpoken && sent.sizeBytes > dialect.recommendedInputBytes) {
      const { length: count } = partsOfLine(sent, dialect);
      facts.sizeText = count > 1 ? t('plan.requests', { count }) : t('speech.longLine');
    }
    if (record?.cue !== undefined) facts.cueText = formatTenths(record.cue.startMs / 1000);
    const fit = fits().get(index);
    if (fit !== undefined) facts.fit = fitFacts(fit, index, t);
    if (isHeading({ sent, record })) facts.isHeading = true;
    const chips = chipsOf(record, t);
    if (chips.length > 0) facts.chips = chips;
    const asked = emotionIn(sent.spoken);
    if (asked !== undefined && asked !== sent.extras.emotion) facts.isEmotionIgnored = true;
    const { unspoken, line } = sent;
    if (unspoken > 0) facts.role = { length: unspoken, colour: script.getState().colours.get(roleKey(line.role)) ?? 0 };
    if (state === 'failed' && job?.error) facts.failureText = errorText(job.error.code, 'title', t, 'speech');
    return facts;
  };
  return {
    factsOf: (index) => {
      const { lines, colours, maxSpeedUp } = script.getState();
      const now = [lines, colours, maxSpeedUp, player.timeline()];
      if (now.some((one, at) => one !== basis[at])) known.clear();
      basis = now;
      const line = lines[index];
      const facts = known.get(index) ?? (line === undefined ? NO_FACTS : workOut(index, line));
      known.set(index, facts);
      return facts;
    },
    isTimed: () => isTimed(script.getState().lines),
    subscribe: (onChange) =>
      script.subscribe((state, before) => {
        if (state.lines !== before.lines || state.maxSpeedUp !== before.maxSpeedUp) onChange();
      }),
  };
}

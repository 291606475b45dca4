import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/all.ts';
import type { ScriptTimeline } from '../../../shared/script/timeline.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc } from '../../testing/fake-ipc.ts';
import { startScript } from '../../testing/work.ts';
import { lineSource } from './line-facts.ts';

const timelineOf = (durationS: number): ScriptTimeline => ({
  lines: [0, 1].map((index) => ({ startS: index * durationS, durationS, isEstimated: true })),
  totalS: 2 * durationS,
  isEstimated: true,
});

test('facts of a line are worked out once, and anew when the script or what it is measured by has changed', () => {
  const { ipc } = fakeIpc();
  const script = startScript(ipc, createSessionStore({ ipc, initial: appState() }));
  script.getState().setCast(['Anna', 'Ben', 'Clara'].map((name, colour) => ({ name, extras: {}, colour })));
  script.getState().setText('Anna: One\nBen: Two');
  script.getState().settle();
  let timeline = timelineOf(2);
  const { factsOf } = lineSource(script, { timeline: () => timeline }, undefined, createTranslator('en'));
  const first = factsOf(0);
  expect(first).toEqual({ state: 'none', lengthText: '0:02', isEstimated: true, role: { length: 6, colour: 0 } });
  expect(factsOf(1)).toMatchObject({ role: { length: 5, colour: 1 } });
  expect(factsOf(0)).toBe(first);

  timeline = timelineOf(3);
  expect(factsOf(0)).toMatchObject({ lengthText: '0:03' });
  script.getState().setText('Clara: One\nBen: Two');
  script.getState().settle();
  expect(factsOf(0)).toMatchObject({ role: { length: 7 } });
  const [{ lengthText }, beyond] = [factsOf(1), factsOf(2)];
  expect([lengthText, beyond]).toEqual(['0:03', { state: 'none' }]);
});

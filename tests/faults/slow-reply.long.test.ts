import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { replies } from '../fakes/scripted-relay.ts';
import { openClient } from '../support/relay-client.ts';

/** Longer than the five minutes after which many HTTP clients give up by default. */
const SLOW_MS = 370_000;

// fault 20
it('a reply that comes after more than six minutes is accepted', async () => {
  const { relay, edit } = await openClient();
  const picture = replies.json(200, { data: [{ b64_json: 'QQ==' }] });
  relay.answerWith(async (response, asked) => {
    await delay(SLOW_MS);
    await picture(response, asked);
  });
  expect((await edit()).result.ok).toBe(true);
  expect(relay.requests).toHaveLength(1);
});

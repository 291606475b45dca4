// A reply that is sent in stages, controlled by the test.

import type { ServerResponse } from 'node:http';
import type { Script } from './scripted-relay.ts';

/** `script` replies with the first stage; each call of `next` sends the next one, and the last one ends the reply. */
export function stagedReply(stages: readonly string[]): { script: Script; next: () => void } {
  const waiting = [...stages];
  let reply: ServerResponse | undefined;
  const send = (): void => {
    const stage = waiting.shift() ?? '';
    if (waiting.length > 0) reply?.write(stage);
    else reply?.end(stage);
  };
  return {
    script: (response) => {
      reply = response;
      response.writeHead(200, { 'content-type': 'text/plain' });
      send();
    },
    next: send,
  };
}

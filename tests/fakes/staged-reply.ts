// A reply that comes in stages, each when the test says so.

import type { ServerResponse } from 'node:http';
import type { Script } from './scripted-relay.ts';

/** `script` answers with the first stage; each `next` sends the next one, the last of them ends the reply. */
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

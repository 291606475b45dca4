import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { PageChannel } from './ipc.ts';

/** A socket that records what is sent. */
class FakeSocket extends EventEmitter {
  readonly sent: Uint8Array[] = [];
  isOpen = true;
  send(bytes: Uint8Array): void {
    if (this.isOpen) this.sent.push(bytes);
  }
  close(): void {
    this.isOpen = false;
  }
}

function open() {
  const channel = new PageChannel(
    () => ({ sender: undefined, senderFrame: undefined, processId: 1, frameId: 1 }),
    () => undefined,
  );
  const connect = (): FakeSocket => {
    const socket = new FakeSocket();
    channel.connect(socket as unknown as WebSocket);
    return socket;
  };
  return { channel, connect };
}

it('a document that connects before the navigation event stays connected', async () => {
  const { channel, connect } = open();
  channel.onRequested();
  const socket = connect();
  channel.onNavigated();
  channel.send('news', []);
  await new Promise(setImmediate);
  expect([socket.isOpen, socket.sent.length]).toEqual([true, 1]);
});

it('what is sent after the navigation event does not go to the document before, although that is still connected', async () => {
  const { channel, connect } = open();
  const old = connect();
  channel.onRequested();
  channel.onNavigated();
  channel.send('news', []);
  await new Promise(setImmediate);
  expect([old.sent.length, connect().sent.length]).toEqual([0, 1]);
});

it('messages queued for a document are dropped with it; later ones reach the next document', () => {
  const { channel, connect } = open();
  channel.send('old', []);
  channel.onNavigated();
  channel.send('new', []);
  expect(connect().sent).toHaveLength(1);
});

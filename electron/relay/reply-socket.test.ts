import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { ReplySocket } from './reply-socket.ts';

it('a reset is reported after the last received byte, also to a reader that is behind', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [remote]: Socket[] = await once(server, 'connection');
  const reply = new ReplySocket(socket);
  const onError = vi.fn();
  reply.on('error', onError);
  remote?.write(Buffer.alloc(40_000));
  // Starts the flow, as undici does, and then reads nothing.
  reply.on('readable', () => undefined);
  await eventually(() => expect(reply.readableLength).toBe(40_000));
  remote?.resetAndDestroy();
  await new Promise((closed) => socket.once('close', closed));
  expect(onError).not.toHaveBeenCalled();
  expect(reply.read()).toHaveLength(40_000);
  await eventually(() => expect(onError).toHaveBeenCalledOnce());
});

// Owns what a utility process finds in its world: `process.parentPort`; must not know its parent. Loaded by --import.

import { EventEmitter } from 'node:events';

const parent = process.send?.bind(process);
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => parent?.(message),
  start: () => undefined,
});

process.on('message', (data) => port.emit('message', { data, ports: [] }));
process.on('disconnect', () => process.exit());
// As in Electron, listening for the parent's messages does not by itself decide how long the process lives: the parent does.
Object.defineProperty(process, 'parentPort', { value: port });
Object.defineProperty(process, 'send', { value: undefined });

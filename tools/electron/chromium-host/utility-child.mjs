// Makes a Node process a utility process: it ends with its parent, and has `process.parentPort`, through which nothing
// is sent here. Loaded by --import; JavaScript, because to remove types Node would load a compiler in each such process.

import { EventEmitter } from 'node:events';

process.on('disconnect', () => process.exit());
Object.defineProperty(process, 'parentPort', { value: new EventEmitter() });
Object.defineProperty(process, 'send', { value: undefined });

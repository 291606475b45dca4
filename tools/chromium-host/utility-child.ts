// Owns what makes a Node process a utility process: it ends with its parent, and knows itself by `process.parentPort`, through which
// nothing is sent here; must not know its parent. Loaded by --import.

import { EventEmitter } from 'node:events';

process.on('disconnect', () => process.exit());
Object.defineProperty(process, 'parentPort', { value: new EventEmitter() });
Object.defineProperty(process, 'send', { value: undefined });

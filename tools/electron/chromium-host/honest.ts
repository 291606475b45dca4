// Makes objects whose unimplemented properties throw when they are read. Independent of the API.

import { EventEmitter } from 'node:events';

// Names that the language, Node's EventEmitter and test tools read on any object: `undefined` is the right value.
const PROBED = /^(?:then|toJSON|constructor|prototype|domain|inspect|default|__esModule|nodeType|tagName|_.*|\$\$.*)$/;

/** Throws the error for an API that exists in Electron but not in this host. */
export function missing(name: string): never {
  throw new Error(`not implemented on the Chromium host: ${name}`);
}

function isProbe(property: string | symbol): boolean {
  return typeof property === 'symbol' || PROBED.test(property);
}

/** Wraps an object so that reading a missing property throws instead of returning `undefined`. */
export function honest<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, property, receiver) {
      if (property in object || isProbe(property)) return Reflect.get(object, property, receiver);
      return missing(`${name}.${String(property)}`);
    },
  });
}

/** Returns an EventEmitter base class whose instances throw when an undefined property is read. */
export function honestEmitter(name: string): new () => EventEmitter {
  class HonestEmitter extends EventEmitter {}
  Object.setPrototypeOf(
    HonestEmitter.prototype,
    new Proxy(EventEmitter.prototype, {
      get(prototype, property, receiver) {
        if (property in prototype || isProbe(property)) return Reflect.get(prototype, property, receiver);
        return missing(`${name}.${String(property)}`);
      },
    }),
  );
  return HonestEmitter;
}

/**
 * From now on all Electron members of an object throw, as Electron's own objects do after their window or page was
 * closed. The members of Node's emitters and those in `kept` remain.
 */
export function markDestroyed(object: EventEmitter, kept: readonly string[]): void {
  const names = [object, Object.getPrototypeOf(object)].flatMap((owner) => Object.getOwnPropertyNames(owner));
  for (const name of names) {
    if (kept.includes(name) || name === 'constructor' || name.startsWith('_')) continue;
    Object.defineProperty(object, name, {
      configurable: true,
      get: () => {
        throw new TypeError('Object has been destroyed');
      },
    });
  }
}

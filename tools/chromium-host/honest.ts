// Owns how this host says "I do not have that": access to an API it lacks throws; must not know any particular API.

import { EventEmitter } from 'node:events';

// Names that the language, Node's EventEmitter and test tools probe on any object: answering `undefined` is right.
const PROBED = /^(?:then|toJSON|constructor|prototype|domain|inspect|default|__esModule|nodeType|tagName|_.*|\$\$.*)$/;

/** Throws the error for an API that exists in Electron but not here. */
export function missing(name: string): never {
  throw new Error(`not implemented on the Chromium host: ${name}`);
}

function isProbe(property: string | symbol): boolean {
  return typeof property === 'symbol' || PROBED.test(property);
}

/** Wraps an object so that reading a property it does not have throws instead of giving `undefined`. */
export function honest<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, property, receiver) {
      if (property in object || isProbe(property)) return Reflect.get(object, property, receiver);
      return missing(`${name}.${String(property)}`);
    },
  });
}

/** An EventEmitter base class whose instances throw when a property that nobody defined is read. */
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
 * From now on everything an object of Electron had throws, as with Electron's own once what they stand for is gone. What Node's emitters bring
 * stays, and what is named.
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

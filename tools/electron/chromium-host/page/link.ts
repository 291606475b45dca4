// Calls between the page's world and the preload's world of one document. Independent of IPC, sockets and the host.
//
// Both worlds share only the document. A synchronous CustomEvent on it carries a message, whose `detail` Chromium
// clones between worlds (null when it cannot); the answer is another event sent while the first is being dispatched.
// Before a message leaves, functions and promises are replaced by marked placeholders; the receiver turns those into
// proxies. As with Electron's contextBridge a function gets a new proxy each time it is sent, and a proxy that is sent
// back becomes the original again. This file is injected as source: see page-scripts.ts.

export interface LinkOptions {
  readonly outgoing: string;
  readonly incoming: string;
  /** A secret field name that marks an object as a placeholder. */
  readonly mark: string;
  onExpose(key: string, value: unknown): void;
}

export interface Link {
  /** Exposes a value to the other world under a name. @throws the other world's error. */
  expose(key: string, value: unknown): void;
}

type LinkFunction = (...args: unknown[]) => unknown;
type LinkMessage =
  | readonly ['call', number, unknown]
  | readonly ['settle', number, boolean, unknown]
  | readonly ['release', number]
  | readonly ['expose', string, unknown];
type LinkReply = readonly ['ok' | 'throw' | 'unclonable', unknown];

export function createLink({ outgoing, incoming, mark, onExpose }: LinkOptions): Link {
  const LIMIT = 1000;
  const REPLY = ':reply';
  const ownFunctions = new Map<number, LinkFunction>();
  const proxyIds = new WeakMap<LinkFunction, number>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>();
  const openRequests: { reply: LinkReply | undefined }[] = [];
  const dispatch = document.dispatchEvent.bind(document);
  const Message = CustomEvent;
  let lastId = 0;

  const post = (name: string, detail: LinkMessage | LinkReply): void => {
    dispatch(new Message(name, { detail }));
  };

  const request = (message: LinkMessage): unknown => {
    const open: { reply: LinkReply | undefined } = { reply: undefined };
    openRequests.push(open);
    try {
      post(outgoing, message);
    } finally {
      openRequests.pop();
    }
    const [kind, value] = open.reply ?? ['throw', encode(new Error('The other world is gone.'))];
    if (kind === 'unclonable') throw new Error('An object could not be cloned.');
    if (kind === 'throw') throw decode(value);
    return decode(value);
  };

  const encodeFunction = (original: LinkFunction): object => {
    const home = proxyIds.get(original);
    if (home !== undefined) return { [mark]: 'home', id: home };
    const id = ++lastId;
    ownFunctions.set(id, original);
    return { [mark]: 'function', id };
  };

  const encodePromise = (promise: Promise<unknown>): object => {
    const id = ++lastId;
    const settle = (isFulfilled: boolean, value: unknown): void => {
      try {
        request(['settle', id, isFulfilled, encode(value)]);
      } catch (error) {
        request(['settle', id, false, encode(error)]);
      }
    };
    promise.then(
      (value) => settle(true, value),
      (reason: unknown) => settle(false, reason),
    );
    return { [mark]: 'promise', id };
  };

  const encode = (value: unknown, seen = new Map<object, unknown>(), depth = 0): unknown => {
    if (depth > LIMIT) throw new Error(`contextBridge: values nested deeper than ${LIMIT} are not supported`);
    if (typeof value === 'function') return encodeFunction(value as LinkFunction);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Promise) return encodePromise(value);
    const isArray = Array.isArray(value);
    if (!isArray && Object.prototype.toString.call(value) !== '[object Object]') return value;
    const copy: Record<string, unknown> | unknown[] = isArray ? new Array(value.length) : {};
    seen.set(value, copy);
    for (const [key, field] of Object.entries(value)) {
      // Symbols are not transferred: Electron omits them too.
      if (typeof field === 'symbol') continue;
      Object.defineProperty(copy, key, {
        value: encode(field, seen, depth + 1),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return copy;
  };

  const proxyFor = (id: number): LinkFunction => {
    const proxy: LinkFunction = (...args) => request(['call', id, encode(args)]);
    proxyIds.set(proxy, id);
    collected.register(proxy, id);
    return proxy;
  };

  const decodePlaceholder = (kind: unknown, id: number): unknown => {
    if (kind === 'home') return ownFunctions.get(id);
    if (kind === 'function') return proxyFor(id);
    return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
  };

  // The received value is a fresh clone, so it may be changed in place.
  const decode = (value: unknown, seen = new Map<object, unknown>()): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
    const fields = value as Record<string, unknown>;
    if (Object.hasOwn(fields, mark)) {
      const result = decodePlaceholder(fields[mark], Number(fields.id));
      seen.set(value, result);
      return result;
    }
    seen.set(value, value);
    for (const [key, field] of Object.entries(fields)) {
      const decoded = decode(field, seen);
      if (decoded !== field) fields[key] = decoded;
    }
    return value;
  };

  const collected = new FinalizationRegistry<number>((id) => request(['release', id]));

  const answer = (message: LinkMessage): unknown => {
    const [kind, subject] = message;
    switch (kind) {
      case 'call': {
        const target = ownFunctions.get(subject);
        if (!target) throw new Error('This function is gone.');
        return target(...(decode(message[2]) as unknown[]));
      }
      case 'settle': {
        const promise = promises.get(subject);
        promises.delete(subject);
        const value = decode(message[3]);
        if (message[2]) promise?.resolve(value);
        else promise?.reject(value);
        return undefined;
      }
      case 'release':
        ownFunctions.delete(subject);
        return undefined;
      case 'expose':
        onExpose(subject, decode(message[2]));
        return undefined;
    }
  };

  const detailOf = (event: globalThis.Event): unknown => (event as CustomEvent<unknown>).detail;

  document.addEventListener(incoming, (event) => {
    const message = detailOf(event);
    let reply: LinkReply;
    try {
      reply = message === null ? ['unclonable', undefined] : ['ok', encode(answer(message as LinkMessage))];
    } catch (error) {
      reply = ['throw', encode(error)];
    }
    post(outgoing + REPLY, reply);
  });

  document.addEventListener(incoming + REPLY, (event) => {
    const open = openRequests.at(-1);
    if (open) open.reply = (detailOf(event) ?? ['unclonable', undefined]) as LinkReply;
  });

  return {
    expose: (key, value) => {
      request(['expose', key, encode(value)]);
    },
  };
}

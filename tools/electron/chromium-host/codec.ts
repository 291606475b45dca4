// Encodes IPC values as bytes and decodes them, identically on both sides. Independent of sockets, Node and the DOM.
//
// A message is: 4 bytes (little endian) header length, the header as UTF-8 JSON `{ v: value, a: attachment lengths }`,
// then the attachments. JSON values are encoded as themselves, except that every JSON array starts with a tag:
//   ["a", …items] array          ["h"] hole in an array        ["u"] undefined      ["n", text] NaN, ±Infinity, -0
//   ["i", digits] BigInt         ["d", ms|null] Date           ["r", source, flags] RegExp
//   ["m", …[key, value]] Map     ["s", …items] Set             ["e", name, message, stack, cause?] Error
//   ["b", n] ArrayBuffer, ["t", type, n, offset, length] view on attachment n
//   ["@", n] the n-th object (cycles, shared objects)
// It follows structured clone as Electron does it: prototypes are dropped; functions, symbols and exotic objects are
// refused; a view brings the whole buffer under it. It differs in that boxed primitives and Blobs are refused.

const HEADER_BYTES = 4;
const NOT_CLONEABLE = 'An object could not be cloned.';

type Encoded = string | number | boolean | null | Encoded[] | { [key: string]: Encoded };
type ViewConstructor = new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView;

const VIEWS: Record<string, ViewConstructor | undefined> = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
};

const ERRORS: Record<string, ErrorConstructor | undefined> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Encodes a value as one binary message; throws if Electron's IPC would. `isProxy` lets Node refuse Proxies too. */
export function encodeMessage(
  value: unknown,
  isProxy: (value: object) => boolean = () => false,
): Uint8Array<ArrayBuffer> {
  const attachments: Uint8Array[] = [];
  const seen = new Map<object, number>();

  const buffers = new Map<ArrayBuffer, number>();
  const attachBuffer = (buffer: ArrayBuffer): number => {
    const index = buffers.get(buffer) ?? attachments.push(new Uint8Array(buffer)) - 1;
    buffers.set(buffer, index);
    return index;
  };
  const encodeNumber = (number: number): Encoded =>
    Number.isFinite(number) && !Object.is(number, -0) ? number : ['n', Object.is(number, -0) ? '-0' : String(number)];

  const encodeArray = (array: unknown[]): Encoded => {
    const items: Encoded[] = ['a'];
    for (let index = 0; index < array.length; index++) {
      items.push(index in array ? encode(array[index]) : ['h']);
    }
    return items;
  };

  const encodeError = (error: Error): Encoded => {
    const name = String(error.name);
    const encoded: Encoded[] = ['e', name in ERRORS ? name : 'Error', String(error.message), String(error.stack ?? '')];
    if (Object.hasOwn(error, 'cause')) encoded.push(encode(error.cause));
    return encoded;
  };

  const encodeFields = (object: object): Encoded => {
    const fields: { [key: string]: Encoded } = Object.create(null);
    for (const [key, field] of Object.entries(object)) fields[key] = encode(field);
    return fields;
  };

  const encodeObject = (object: object): Encoded => {
    const known = seen.get(object);
    if (known !== undefined) return ['@', known];
    if (isProxy(object)) throw new Error(NOT_CLONEABLE);
    seen.set(object, seen.size);
    if (ArrayBuffer.isView(object)) {
      if (!(object.buffer instanceof ArrayBuffer)) throw new Error(NOT_CLONEABLE);
      const type = Object.prototype.toString.call(object).slice(8, -1);
      if (!VIEWS[type]) throw new Error(NOT_CLONEABLE);
      const { length } = object as Uint8Array | (DataView & { length?: undefined });
      return ['t', type, attachBuffer(object.buffer), object.byteOffset, length ?? object.byteLength];
    }
    if (Array.isArray(object)) return encodeArray(object);
    if (object instanceof Error) return encodeError(object);
    switch (Object.prototype.toString.call(object)) {
      case '[object Object]':
        return encodeFields(object);
      case '[object ArrayBuffer]':
        return ['b', attachBuffer(object as ArrayBuffer)];
      case '[object Date]': {
        const time = (object as Date).getTime();
        return ['d', Number.isNaN(time) ? null : time];
      }
      case '[object RegExp]':
        return ['r', (object as RegExp).source, (object as RegExp).flags];
      case '[object Map]':
        return ['m', ...[...(object as Map<unknown, unknown>)].map(([key, item]) => [encode(key), encode(item)])];
      case '[object Set]':
        return ['s', ...[...(object as Set<unknown>)].map(encode)];
      default:
        throw new Error(NOT_CLONEABLE);
    }
  };

  const encode = (item: unknown): Encoded => {
    switch (typeof item) {
      case 'string':
      case 'boolean':
        return item;
      case 'number':
        return encodeNumber(item);
      case 'undefined':
        return ['u'];
      case 'bigint':
        return ['i', item.toString()];
      case 'object':
        return item === null ? null : encodeObject(item);
      default:
        throw new Error(NOT_CLONEABLE);
    }
  };

  const header = new TextEncoder().encode(
    JSON.stringify({ v: encode(value), a: attachments.map((bytes) => bytes.byteLength) }),
  );
  const total = attachments.reduce((sum, bytes) => sum + bytes.byteLength, HEADER_BYTES + header.byteLength);
  const message = new Uint8Array(total);
  new DataView(message.buffer).setUint32(0, header.byteLength, true);
  message.set(header, HEADER_BYTES);
  let offset = HEADER_BYTES + header.byteLength;
  for (const bytes of attachments) {
    message.set(bytes, offset);
    offset += bytes.byteLength;
  }
  return message;
}

/** The inverse of `encodeMessage`; throws on bytes in another format. */
export function decodeMessage(bytes: Uint8Array): unknown {
  // As a plain Uint8Array: a Buffer's own `slice` would share the pool instead of copying.
  const message = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const headerEnd = HEADER_BYTES + view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(message.subarray(HEADER_BYTES, headerEnd))) as {
    v: Encoded;
    a: number[];
  };
  let offset = headerEnd;
  const attachments = header.a.map((length) => {
    const part = message.slice(offset, offset + length);
    offset += length;
    return part.buffer as ArrayBuffer;
  });
  const seen: object[] = [];

  const remember = <T extends object>(object: T): T => {
    seen.push(object);
    return object;
  };

  const attachment = (index: unknown): ArrayBuffer => {
    const buffer = attachments[Number(index)];
    if (!buffer) throw new Error('IPC message: unknown attachment');
    return buffer;
  };

  const decodeArray = (items: Encoded[]): unknown[] => {
    const array: unknown[] = remember(new Array(items.length));
    items.forEach((item, index) => {
      if (!(Array.isArray(item) && item[0] === 'h')) array[index] = decode(item);
    });
    return array;
  };

  const decodeError = ([name, text, stack, ...cause]: Encoded[]): Error => {
    const error = remember(new (ERRORS[String(name)] ?? Error)(String(text)));
    Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true });
    if (cause[0] !== undefined) {
      Object.defineProperty(error, 'cause', { value: decode(cause[0]), writable: true, configurable: true });
    }
    return error;
  };

  const decodeTagged = ([tag, ...rest]: Encoded[]): unknown => {
    const [first, second, offset, length] = rest;
    switch (tag) {
      case 'a':
        return decodeArray(rest);
      case 'u':
        return undefined;
      case 'n':
        return Number(first);
      case 'i':
        return BigInt(String(first));
      case 'd':
        return remember(new Date(first === null ? Number.NaN : Number(first)));
      case 'r':
        return remember(new RegExp(String(first), String(second)));
      case 'm': {
        const map = remember(new Map<unknown, unknown>());
        for (const pair of rest as [Encoded, Encoded][]) map.set(decode(pair[0]), decode(pair[1]));
        return map;
      }
      case 's': {
        const set = remember(new Set<unknown>());
        for (const item of rest) set.add(decode(item));
        return set;
      }
      case 'e':
        return decodeError(rest);
      case 'b':
        return remember(attachment(first));
      case 't': {
        const View = VIEWS[String(first)];
        if (!View) throw new Error('IPC message: unknown view');
        return remember(new View(attachment(second), Number(offset), Number(length)));
      }
      case '@':
        return seen[Number(first)];
      default:
        throw new Error('IPC message: unknown tag');
    }
  };

  const decode = (item: Encoded): unknown => {
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) return decodeTagged(item);
    const object = remember({});
    for (const [key, field] of Object.entries(item)) {
      Object.defineProperty(object, key, {
        value: decode(field),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return object;
  };

  return decode(header.v);
}

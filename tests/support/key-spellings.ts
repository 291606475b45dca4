// How a relay may write the key that it was sent, and how to find it again.

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const allPercent = (text: string): string => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');

/** A key in every spelling that has to be recognised, by name. */
export function spellingsOf(key: string): Readonly<Record<string, string>> {
  return {
    raw: key,
    'url-encoded': encodeURIComponent(key),
    'url-encoded in lower case': encodeURIComponent(key).toLowerCase(),
    'every character percent-encoded': allPercent(key),
    'in hexadecimal': Buffer.from(key).toString('hex'),
    'in upper-case hexadecimal': Buffer.from(key).toString('hex').toUpperCase(),
    base64: base64(key),
    'base64, one further': base64(`:${key}!`),
    'base64, two further': base64(`::${key}!`),
    base64url: Buffer.from(key).toString('base64url'),
    reversed: [...key].reverse().join(''),
    'with escaped slashes': key.replaceAll('/', '\\/'),
    'in lower case': key.toLowerCase(),
    'in upper case': key.toUpperCase(),
  };
}

/** The names of the spellings in which a text has a key: enough of one to know the rest, and nothing of its neighbours. */
export function spelledIn(text: string, key: string): string[] {
  const lower = text.toLowerCase();
  return Object.entries(spellingsOf(key)).flatMap(([name, spelling]) => {
    const needle = spelling.slice(Math.ceil(spelling.length / 4), Math.floor((spelling.length * 3) / 4));
    return lower.includes(needle.toLowerCase()) ? [name] : [];
  });
}

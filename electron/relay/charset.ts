// Turns text in another character set into UTF-8, by the label of its reply. Independent of what the text says.

import type { ReplyBody } from './reply-body.ts';

/** Sets whose bytes need no change, or that are none of text. */
const AS_IT_IS = /^(utf-?8|us-ascii|ascii|binary)$/i;

/** A body in UTF-8. Bytes whose beginning is UTF-8 all the same stay as they are, and so does what is no text. */
export function inUtf8({ chunks, failure }: ReplyBody, label: string): ReplyBody {
  const decoder = decoderFor(label);
  return { chunks: decoder ? transcoded(chunks, decoder) : chunks, failure };
}

type Decoder = InstanceType<typeof TextDecoder>;

function decoderFor(label: string): Decoder | undefined {
  const [, name = ''] = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(label) ?? [];
  if (name === '' || AS_IT_IS.test(name) || /^\s*(audio|image|video)\//i.test(label)) return undefined;
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

async function* transcoded(chunks: AsyncIterable<Uint8Array>, decoder: Decoder): AsyncGenerator<Uint8Array> {
  let isUtf8: boolean | undefined;
  for await (const chunk of chunks) {
    isUtf8 ??= isTextInUtf8(chunk);
    yield isUtf8 ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (isUtf8 === false) yield Buffer.from(decoder.decode());
}

/** Whether bytes have characters that only UTF-8 writes so; the last one may be incomplete. */
function isTextInUtf8(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /\P{ASCII}/u.test(text);
  } catch {
    return false;
  }
}

// The sound of an exported script beside that of its takes, and where something is heard in it.

import { parseWavHeader } from '../../../shared/speech/wav.ts';
import { filesUnder } from './page-actions.ts';

/** The samples of a saved 16-bit wav file; none if there is no such file. */
export function samplesOf(wav: Buffer = Buffer.alloc(0)): Int16Array {
  const { dataOffset, declaredBytes } = parseWavHeader(wav) ?? { dataOffset: 0, declaredBytes: 0 };
  return new Int16Array(wav.buffer.slice(wav.byteOffset + dataOffset, wav.byteOffset + dataOffset + declaredBytes));
}

/** The sounds of the whole takes of each text, oldest first, from the files of the library: raw samples, or wav files. */
export async function takesOf(userData: string): Promise<Map<string, Int16Array[]>> {
  const files = await filesUnder(`${userData}/library`);
  const items = [...files]
    .filter(([name]) => /^items[\\/]/.test(name))
    .map(([, bytes]) => JSON.parse(bytes.toString()).item)
    .filter(({ isComplete }) => isComplete)
    .sort((a, b) => a.createdAtMs - b.createdAtMs);
  const takes = new Map<string, Int16Array[]>();
  for (const { mediaId, request } of items) {
    const media = files.get([...files.keys()].find((file) => file.includes(mediaId)) ?? '') ?? Buffer.alloc(0);
    const sound = media.subarray(media.subarray(0, 4).toString() === 'RIFF' ? media.indexOf('data') + 8 : 0);
    const samples = sound.buffer.slice(sound.byteOffset, sound.byteOffset + (sound.length & ~1));
    takes.set(request.text, [...(takes.get(request.text) ?? []), new Int16Array(samples)]);
  }
  return takes;
}

/** The samples of takes one after the other, with a pause between them. */
export function joined(takes: readonly Int16Array[], pauseSamples: number): Buffer {
  const pause = new Int16Array(pauseSamples);
  const parts = takes.flatMap((take, index) => (index === 0 ? [take] : [pause, take]));
  return Buffer.concat(parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}

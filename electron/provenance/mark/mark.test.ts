import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MARK_WORDS, type MarkKind, SOURCE_TYPES } from '../../../shared/library/provenance.ts';
import { createOggSplitter } from '../../../shared/speech/stream/ogg-splitter.ts';
import { flacBytes } from '../../../tests/support/flac.ts';
import { runs } from '../../../tests/support/runs.ts';
import { encode, noise, pcmBytes, wavBytes } from '../../../tests/support/sounds.ts';
import { packetPages } from './ogg.ts';
import { spliced } from './plan.ts';
import { planMark } from './plan-mark.ts';

const PLAIN = { generated: SOURCE_TYPES.generated, words: MARK_WORDS.generated };

/** Marks a file in memory. @returns why not, if it cannot be */
async function marked(file: Uint8Array, extension: string, kind: MarkKind = 'generated'): Promise<Buffer | string> {
  const bytes = Buffer.from(file);
  const source = { sizeBytes: bytes.length, read: async (at: number, n: number) => bytes.subarray(at, at + n) };
  const plan = await planMark(source, extension, kind);
  return typeof plan === 'string' ? plan : buffer(spliced(source, plan));
}
async function done(file: Uint8Array, extension: string, kind?: MarkKind): Promise<Buffer> {
  const bytes = await marked(file, extension, kind);
  if (typeof bytes === 'string') throw new Error(bytes);
  return bytes;
}

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 0.4 } } });
const pixels = async (file: Uint8Array) => (await sharp(file).ensureAlpha().raw().toBuffer()).toString('hex');
const SOUND = noise(0.2);
const pcm = () => Buffer.from(pcmBytes(SOUND));

describe('a marked picture', () => {
  const makers = {
    png: () => picture().png().toBuffer(),
    jpg: () =>
      picture()
        .flatten()
        .jpeg()
        .withExif({ IFD0: { Artist: 'Ada' } })
        .toBuffer(),
    webp: () => picture().flatten().webp().toBuffer(),
    'lossless webp': () => picture().webp({ lossless: true }).toBuffer(),
    'webp with Exif': () =>
      picture()
        .webp()
        .withExif({ IFD0: { Artist: 'Ada' } })
        .toBuffer(),
  };

  it.each(Object.entries(makers))(
    '%s has the same pixels, its other metadata, and the mark once',
    async (name, make) => {
      const extension = name.includes('webp') ? 'webp' : name;
      const before = await make();
      const after = await done(before, extension, 'edited');
      expect(await pixels(after)).toBe(await pixels(before));
      const { xmp, exif } = await sharp(after).metadata();
      expect(xmp?.toString()).toContain(SOURCE_TYPES.edited);
      expect(exif).toEqual((await sharp(before).metadata()).exif);
      if (extension === 'png') expect(after.includes(`Comment\0${MARK_WORDS.edited}`)).toBe(true);
      expect(await marked(after, extension)).toBe('already');
    },
  );

  it.each(['png', 'jpg', 'webp'] as const)('%s keeps the XMP that it has', async (extension) => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="茶"/></rdf:RDF></x:xmpmeta>';
    const before = await withXmp(extension, xmp);
    const after = await done(before, extension);
    const packet = (await sharp(after).metadata()).xmp?.toString() ?? '';
    expect(packet).toContain('dc:format="茶"');
    expect(packet).toContain(SOURCE_TYPES.generated);
    expect(await pixels(after)).toBe(await pixels(before));
    const remote = await withXmp(extension, xmp.replace('dc:format', 'dcterms:provenance'));
    expect(await marked(remote, extension)).toBe('signed');
  });

  it('is left as it is if it is signed', async () => {
    const [png, jpg, webp] = [await makers.png(), await makers.jpg(), await makers.webp()];
    const chunk = Buffer.from('\0\0\0\0caBX\0\0\0\0', 'latin1');
    expect(await marked(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), 'png')).toBe('signed');
    const jumbf = Buffer.from('\xff\xeb\0\x06JP\0\x01', 'latin1');
    expect(await marked(Buffer.concat([jpg.subarray(0, 2), jumbf, jpg.subarray(2)]), 'jpg')).toBe('signed');
    const signed = Buffer.concat([webp, Buffer.from('C2PA\x02\0\0\0ab', 'latin1')]);
    signed.writeUInt32LE(signed.length - 8, 4);
    expect(await marked(signed, 'webp')).toBe('signed');
  });
});

describe('a marked sound', () => {
  it('of mp3 has its frames behind the tag, whose frames stay', async () => {
    const mp3 = Buffer.from(await encode(SOUND, 'mp3'));
    const bare = await done(mp3, 'mp3');
    expect(bare.subarray(-mp3.length).equals(mp3)).toBe(true);
    expect(bare.toString('latin1', 0, 4)).toBe('ID3\x04');
    expect(bare.includes(PLAIN.words) && bare.includes(PLAIN.generated)).toBe(true);
    expect(await marked(bare, 'mp3')).toBe('already');
    const tag = Buffer.from('ID3\x03\0\0\0\0\0\x1aTIT2\0\0\0\x06\0\0\0Hello\0\0\0\0\0\0\0\0\0\0', 'latin1');
    const tagged = await done(Buffer.concat([tag, mp3]), 'mp3');
    expect(tagged.subarray(-mp3.length - 26).equals(Buffer.concat([tag.subarray(10), mp3]))).toBe(true);
    expect(sevenBits(tagged)).toBe(tagged.length - mp3.length - 10);
    const signed = Buffer.concat([tag.subarray(0, 10), Buffer.from('GEOB'.padEnd(20, 'c2pa').padEnd(26)), mp3]);
    expect(await marked(signed, 'mp3')).toBe('signed');
  });

  it('of wav has the same samples and true sizes, whether its header knows them or not', async () => {
    const samples = pcm().subarray(0, 4801);
    for (const wav of [wavBytes(pcm()), wavBytes(samples), wavBytes(pcm(), 0xffff_ffff)]) {
      const before = Buffer.from(wav);
      const after = await done(before, 'wav');
      const at = after.indexOf('data') + 8;
      expect(after.subarray(at, at + before.length - 44).equals(before.subarray(44))).toBe(true);
      const isKnown = before.readUInt32LE(4) + 8 <= before.length + 1;
      expect(after.readUInt32LE(4)).toBe(isKnown ? after.length - 8 : before.readUInt32LE(4));
      expect(after.includes('_PMX') && after.includes('ICMT') && after.includes(PLAIN.generated)).toBe(true);
      expect(await marked(after, 'wav')).toBe('already');
    }
  });

  it('of wav keeps its list of facts, and of the large form has the size in ds64', async () => {
    const list = Buffer.from('LIST\x0e\0\0\0INFOINAM\x02\0\0\0A\0', 'latin1');
    const wav = Buffer.concat([wavBytes(pcm()), list]);
    wav.writeUInt32LE(wav.length - 8, 4);
    const after = await done(wav, 'wav');
    const at = after.indexOf('LIST');
    expect(after.toString('latin1', at + 8, at + 22)).toBe(list.toString('latin1', 8));
    expect(after.lastIndexOf('LIST')).toBe(at);
    expect(after.readUInt32LE(4)).toBe(after.length - 8);
    const large = Buffer.concat([
      wav.subarray(0, 12),
      Buffer.from('ds64\x1c\0\0\0'.padEnd(36, '\0'), 'latin1'),
      wav.subarray(12),
    ]);
    large.write('RF64\xff\xff\xff\xff', 'latin1');
    large.writeUInt32LE(0xffff_ffff, large.indexOf('data') + 4);
    large.writeBigUInt64LE(BigInt(large.length - 8), 20);
    large.writeBigUInt64LE(BigInt(pcm().length), 28);
    const grown = await done(large, 'wav');
    expect(Number(grown.readBigUInt64LE(20))).toBe(grown.length - 8);
  });

  it('of flac has the same frames, with comments of its own or among those it has', async () => {
    const flac = Buffer.from(flacBytes(pcm()));
    const frames = flac.subarray(42);
    const bare = await done(flac, 'flac');
    expect(bare.subarray(-frames.length).equals(frames)).toBe(true);
    expect([(bare[4] ?? 0) & 0x80, (bare[42] ?? 0) & 0xff]).toEqual([0, 0x84]);
    expect(await marked(bare, 'flac')).toBe('already');
    const info = Buffer.from(flac.subarray(0, 42));
    info[4] = 0;
    const comments = Buffer.from('\x04\0\0\x14\x01\0\0\0v\x01\0\0\0\x07\0\0\0TITLE=A', 'latin1');
    const padding = Buffer.from('\x81\0\0\x02\0\0', 'latin1');
    const after = await done(Buffer.concat([info, comments, padding, frames]), 'flac');
    expect(after.subarray(-frames.length - 6).equals(Buffer.concat([padding, frames]))).toBe(true);
    expect(after.includes('TITLE=A') && after.includes(PLAIN.generated)).toBe(true);
    expect(after.readUInt32LE(51)).toBe(3);
  });

  it('of Opus has the same packets', async () => {
    const opus = Buffer.from(await encode(SOUND, 'ogg_opus'));
    const after = await done(opus, 'ogg');
    expect(after.includes(PLAIN.generated)).toBe(true);
    expect(packetsOf(after).slice(2)).toEqual(packetsOf(opus).slice(2));
    expect(createOggSplitter()(after)).toEqual(createOggSplitter()(opus));
    expect(await marked(after, 'ogg')).toBe('already');
  });

  it('of Ogg has numbered pages with true checksums, however many its comments need', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 60_000, 64_700, 64_900, 65_025, 129_900, 200_000),
        fc.integer({ min: 0, max: 300 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 4 }),
        async (long, more, isVorbis, sounds) => {
          const title = Buffer.from(`T=${'x'.repeat(long + more)}`);
          const size = Buffer.alloc(4);
          size.writeUInt32LE(title.length);
          const tags = Buffer.from(isVorbis ? '\x03vorbis' : 'OpusTags', 'latin1');
          const comments = Buffer.concat([tags, Buffer.from('\0\0\0\0\x01\0\0\0', 'latin1'), size, title]);
          const headers = [comments, ...(isVorbis ? [Buffer.alloc(300, 5)] : [])];
          const [first = Buffer.alloc(0)] = packetPages(9, 0, [
            Buffer.from(isVorbis ? '\x01vorbis' : 'OpusHead', 'latin1'),
          ]);
          const head = Buffer.from(first);
          head[5] = 2;
          head.writeUInt32LE(0, 22);
          head.writeUInt32LE(slowChecksum(head), 22);
          const pages = packetPages(9, 1, headers);
          const sound = sounds.map((length, index) =>
            packetPages(9, 1 + pages.length + index, [Buffer.alloc(length, index)]),
          );
          const file = Buffer.concat([head, ...pages, ...sound.flat()]);
          const after = await done(file, 'ogg');
          expect(
            packetsOf(after)
              .slice(2)
              .map((packet) => packet.toString('hex')),
          ).toEqual(
            packetsOf(file)
              .slice(2)
              .map((packet) => packet.toString('hex')),
          );
          expect(packetsOf(after)[1]?.includes(title)).toBe(true);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});

describe('a file that is not as its format is described', () => {
  it('is left alone or only added to, however it is broken, and is never marked twice', async () => {
    const flac = Buffer.from(flacBytes(pcm().subarray(0, 600)));
    const files: [string, Buffer][] = [
      ['png', await picture().png().toBuffer()],
      ['jpg', await picture().flatten().jpeg().toBuffer()],
      ['webp', await picture().webp().toBuffer()],
      ['mp3', await done(await encode(noise(0.05), 'mp3'), 'mp3')],
      ['ogg', Buffer.from(await encode(noise(0.05), 'ogg_opus'))],
      ['wav', Buffer.from(wavBytes(pcm().subarray(0, 600)))],
      ['flac', flac],
    ];
    const change = fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }), isEarly: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(change, { maxLength: 4 }),
        fc.option(fc.nat()),
        async ([extension, whole], changes, end) => {
          const bytes = Buffer.from(end === null ? whole : whole.subarray(0, end % (whole.length + 1)));
          for (const { at, value, isEarly } of changes)
            if (bytes.length > 0) bytes[at % Math.min(bytes.length, isEarly ? 64 : bytes.length)] = value;
          const after = await marked(bytes, extension);
          if (typeof after === 'string') return;
          expect(after.length).toBeGreaterThan(bytes.length);
          expect(await marked(after, extension)).toBe('already');
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('of a format without a place for it, or under another name, is left alone', async () => {
    expect(await marked(Buffer.from('GIF89a'), 'gif')).toBe('noPlace');
    expect(await marked(pcm(), 'pcm')).toBe('noPlace');
    for (const extension of ['png', 'jpg', 'webp', 'mp3', 'ogg', 'wav', 'flac'])
      expect(await marked(Buffer.from('<!doctype html>'), extension)).toBe('unreadable');
  });
});

/** A picture with a packet where XMP has its place; sharp puts it into another chunk of PNG. */
async function withXmp(extension: 'png' | 'jpg' | 'webp', xmp: string): Promise<Buffer> {
  if (extension !== 'png')
    return picture()
      .flatten()
      .toFormat(extension === 'jpg' ? 'jpeg' : extension)
      .withXmp(xmp)
      .toBuffer();
  const png = await picture().png().toBuffer();
  const content = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${xmp}`);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length - 4);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([png.subarray(0, 33), ends.subarray(0, 4), content, ends.subarray(4), png.subarray(33)]);
}

function sevenBits(tag: Buffer): number {
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + (tag[at] ?? 0), 0);
}

/** The packets of an Ogg file; its pages are in order and have true checksums. */
function packetsOf(file: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  let open: Buffer[] = [];
  for (let at = 0, count = 0; at < file.length; count++) {
    expect(file.toString('latin1', at, at + 4)).toBe('OggS');
    expect(file.readUInt32LE(at + 18)).toBe(count);
    const lacing = file.subarray(at + 27, at + 27 + (file[at + 26] ?? 0));
    let from = at + 27 + lacing.length;
    const page = Buffer.from(file.subarray(at, from + lacing.reduce((sum, length) => sum + length, 0)));
    const stated = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    expect(slowChecksum(page)).toBe(stated);
    expect((page[5] ?? 0) & 1).toBe(open.length > 0 ? 1 : 0);
    for (const length of lacing) {
      open.push(file.subarray(from, from + length));
      from += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(open));
      open = [];
    }
    at = from;
  }
  return packets;
}

/** The checksum of RFC 3533, bit by bit. */
function slowChecksum(page: Uint8Array): number {
  let rest = 0;
  for (const byte of page) {
    rest ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) rest = rest & 0x8000_0000 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1;
  }
  return rest >>> 0;
}

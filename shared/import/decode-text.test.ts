import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { decodeText, TEXT_ENCODINGS, type TextEncoding } from './decode-text.ts';

/** Every two-byte character of GB 18030, and one of four bytes. */
const GB = new Map([['𠮷', [0x95, 0x34, 0xb2, 0x35]]]);
for (let lead = 0x81; lead < 0xff; lead++) {
  for (let trail = 0x40; trail < 0xff; trail++) {
    if (trail !== 0x7f) GB.set(new TextDecoder('gb18030').decode(Uint8Array.of(lead, trail)), [lead, trail]);
  }
}
const ENCODERS = {
  'utf-8': (text: string) => new Uint8Array(Buffer.from(text)),
  'utf-16le': (text: string) => new Uint8Array(Buffer.from(text, 'utf16le')),
  'utf-16be': (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16()),
  gb18030: (text: string) => Uint8Array.from([...text].flatMap((one) => GB.get(one) ?? [one.charCodeAt(0)])),
};
const encode = (text: string, encoding: keyof typeof ENCODERS): Uint8Array => ENCODERS[encoding](text);
/** Western letters and punctuation, as far as they have the same code in Latin-1. */
const encodeWestern = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

const SIMPLIFIED =
  '第一章 雨夜\n安娜：今天晚上雨下得很大，你为什么还要出门？\n小明：我有一件重要的事情，必须马上去办。2024年3月14日。';
const TRADITIONAL =
  '第一章 雨夜\n安娜：今天晚上雨下得很大，你為什麼還要出門？\n小明：我有一件重要的事情，必須馬上去辦。';
const ENGLISH =
  'Chapter 1\nAnna: It is raining hard tonight; why must you go out?\nTom: There is something I have to do.';
const FRENCH =
  'Élodie : Où étais-tu cet été ? Ça a été très agréable, n’est-ce pas ?\nJérôme : À la plage, près de la forêt.';

test.each([
  ['simplified Chinese', SIMPLIFIED],
  ['traditional Chinese', TRADITIONAL],
  ['English', ENGLISH],
  ['French', FRENCH],
  ['English with one Chinese name', `${ENGLISH}\nShe had met 王小明 before.`],
])('finds every Unicode encoding of %s, with and without a byte order mark', (_title, text) => {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
    const found = { text, encoding, damaged: 0 };
    expect(decodeText(encode(text, encoding))).toMatchObject(found);
    expect(decodeText(encode(`\ufeff${text}`, encoding))).toMatchObject(found);
  }
});

test.each([
  ['simplified', SIMPLIFIED],
  ['traditional', TRADITIONAL],
  ['short', '你好，世界'],
  ['mostly English', `${ENGLISH}\nShe had met 王小明 before.`],
  ['rare characters', `${SIMPLIFIED}𠮷`],
])('finds GB 18030: %s', (_title, text) => {
  expect(decodeText(encode(text, 'gb18030'))).toMatchObject({ text, damaged: 0 });
});

test.each([
  ['French', FRENCH.replace('’', "'")],
  ['German', 'Das Mädchen hörte früh am Morgen die Vögel. Größe, Straße, Übermut.'],
  ['Spanish', '¿Dónde está el niño? ¡Mañana será otro día, señor!'],
  ['one letter', 'na\u00efve'],
  ['accents of few words', 'Café, déjà vu, naïve'],
  ['Icelandic', 'Góðan daginn, ég heiti Þórður og bý á Íslandi.'],
  ['accents side by side', 'Née là, la fête a été créée à la hâte. Crééée!'],
])('finds Windows-1252: %s', (_title, text) => {
  expect(decodeText(encodeWestern(text))).toMatchObject({ text, encoding: 'windows-1252', damaged: 0 });
});

/** Bytes of a text in an encoding that has only characters of one and two bytes. */
function encodeAs(text: string, encoding: TextEncoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let one = 0; one < 256; one++) {
    bytesOf.set(decoder.decode(Uint8Array.of(one)), [one]);
    for (let two = 0x40; one > 0x80 && two < 0xff; two++) {
      const pair = decoder.decode(Uint8Array.of(one, two));
      if (Array.from(pair).length === 1 && !bytesOf.has(pair)) bytesOf.set(pair, [one, two]);
    }
  }
  return Uint8Array.from(Array.from(text).flatMap((one) => bytesOf.get(one) ?? []));
}

test.each<[TextEncoding, string]>([
  ['big5', '那天晚上下著雨，碼頭上沒有人。'],
  ['big5', TRADITIONAL],
  ['shift_jis', '昨日は雨が降った。'],
  ['shift_jis', '1\n00:00:01,000 --> 00:00:03,000\nカタカナのテスト。'],
  ['euc-jp', '港の灯りは消えていた。船の中から声が聞こえた。'],
  ['euc-kr', '어제는 비가 내렸다.'],
  ['windows-1250', 'Světla v přístavu zhasla. Myslel jsem, že tam nikdo není, ale z člunu se ozval hlas.'],
  ['windows-1251', 'Вчера шёл дождь.'],
  ['koi8-r', 'Огни в порту погасли, но из лодки послышался голос.'],
  ['windows-1253', 'Τα φώτα στο λιμάνι είχαν σβήσει.'],
  ['windows-1253', 'Καλημέρα κόσμε, τι κάνεις;'],
  ['windows-1254', 'İyi günler, nasılsınız? Teşekkür ederim, çok güzel.'],
  ['windows-1254', 'Limandaki ışıklar sönmüştü. Kayıktan bir ses geldi.'],
  ['windows-1255', 'האורות בנמל כבו. מהסירה נשמע קול.'],
  ['windows-1256', 'انطفأت الأضواء في الميناء.'],
  ['windows-874', 'เมื่อวานฝนตก แสงไฟที่ท่าเรือดับลง'],
])('finds %s: %s', (encoding, text) => {
  const found = { text, encoding, damaged: 0, isDoubtful: false };
  expect(decodeText(encodeAs(text, encoding))).toEqual(found);
  // Behind a long text in ASCII too.
  const late = `${ENGLISH}\n`.repeat(500) + text;
  expect(decodeText(encodeAs(late, encoding))).toEqual({ ...found, text: late });
});

it('doubts an encoding in which the text makes no sense', () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => 0x80 + ((i * 89) % 127));
  expect(decodeText(bytes)).toMatchObject({ isDoubtful: true });
  expect(decodeText(bytes, 'big5')).toMatchObject({ isDoubtful: false });
});

it('reads the quotation marks and dashes of Windows', () => {
  const bytes = Uint8Array.from([0x93, 0x48, 0x69, 0x94, 0x20, 0x97, 0x20, 0x69, 0x74, 0x92, 0x73]);
  expect(decodeText(bytes).text).toBe('“Hi” — it’s');
});

it('counts what is damaged, and does not take the file for something else', () => {
  const bytes = encode(SIMPLIFIED, 'utf-8');
  bytes[10] = 0xff;
  expect(decodeText(bytes)).toMatchObject({ encoding: 'utf-8' });
  expect(decodeText(bytes).damaged).toBeGreaterThan(0);
  expect(decodeText(encode(SIMPLIFIED, 'utf-8').slice(0, -1))).toMatchObject({ encoding: 'utf-8' });
  const odd = encode(SIMPLIFIED, 'utf-16le').slice(0, -1);
  expect(decodeText(odd)).toMatchObject({ encoding: 'utf-16le', damaged: 1 });
});

it('believes a person', () => {
  expect(decodeText(encode('你好', 'gb18030'), 'windows-1252').text).toBe('ÄãºÃ');
});

describe('any text', () => {
  // The thousand commonest characters are enough for a text; their order does not matter to the rule.
  const han = fc.constantFrom(
    ...'的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运',
  );
  const mark = fc.constantFrom('，', '。', '\n', '！', '：');
  const chinese = fc
    .array(fc.tuple(fc.array(han, { minLength: 4, maxLength: 14 }), mark), { minLength: 12, maxLength: 30 })
    .map((parts) => parts.map(([characters, end]) => characters.join('') + end).join(''));

  it('in Chinese is detected in every encoding', () => {
    fc.assert(
      fc.property(chinese, fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'gb18030'), (text, encoding) => {
        expect(decodeText(encode(text, encoding))).toMatchObject({ text, encoding, damaged: 0 });
      }),
      { numRuns: runs(40) },
    );
  });

  it('in English is detected in every encoding', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'), (text, encoding) => {
        expect(decodeText(encode(text, encoding))).toMatchObject({ text, encoding, damaged: 0 });
      }),
      { numRuns: runs(40) },
    );
  });

  it('in UTF-8 is read as it was, unless it has control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        fc.pre(!/[\p{Cc}\ufeff\ufffd]/u.test(text));
        expect(decodeText(new TextEncoder().encode(text))).toMatchObject({ text, encoding: 'utf-8', damaged: 0 });
      }),
    );
  });
});

it('never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(TEXT_ENCODINGS).toContain(decodeText(bytes).encoding);
    }),
  );
});

// Colour names in English and Chinese, and hexadecimal colours.

/** An opaque sRGB colour, 0–255 per channel; `name` is the text that the person wrote. */
export type Colour = { name: string; red: number; green: number; blue: number };

/** One colour per row: its value (of the CSS colour named by the first word), then its names, English first. */
const TABLE: readonly (readonly [hex: string, ...words: string[]])[] = [
  ['ff0000', 'red', '红'],
  ['ffa500', 'orange', '橙', '橘'],
  ['ffff00', 'yellow', '黄'],
  ['008000', 'green', '绿'],
  ['00ffff', 'cyan', 'turquoise', '青'],
  ['008080', 'teal'],
  ['0000ff', 'blue', '蓝'],
  ['000080', 'navy', '藏青'],
  ['800080', 'purple', 'violet', '紫'],
  ['ff00ff', 'magenta', '洋红', '品红'],
  ['ffc0cb', 'pink', '粉红', '粉'],
  ['a52a2a', 'brown', '棕', '褐', '咖啡'],
  ['f5f5dc', 'beige', '米'],
  ['ffd700', 'gold', 'golden', '金'],
  ['c0c0c0', 'silver', '银'],
  ['000000', 'black', '黑'],
  ['ffffff', 'white', '白'],
  ['808080', 'gray', 'grey', '灰'],
];

const HEX_BY_WORD = new Map(TABLE.flatMap(([hex, ...words]) => words.map((word) => [word, hex] as const)));

/** Longest words first, so that 粉红 is not read as 红; 米 and 金 are colours only before 色. */
const COLOUR = new RegExp(
  `#(?<hex>[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])|(?<shade>dark|deep|light|pale)?[\\s-]*\\b(?<english>${wordsOf(/^[a-z]/)})\\b|(?<tint>深|暗|浅|淡)?(?<chinese>${wordsOf(/^[^a-z]/)})(?<se>色)?`,
  'gi',
);
const NEEDS_SE = new Set(['米', '金', '银', '咖啡', '橘']);

/** The text that may follow a requested colour: "red again", "红色的". Any other text makes it the colour of an object. */
const TAIL =
  /^\s*(?:的|colou?r(?:ed)?|tone|instead|again|now|too|everywhere|completely|entirely|(?:in|inside|within) (?:here|(?:the|this|that) (?:\w+ )?(?:area|region|mask|selection|part|image|picture|photo)))*[\s"'”’.]*$/i;

/**
 * Finds the colour at the end of a text ("the red car to blue" → blue); `null` when it names colours only of objects
 * ("a red hat"), undefined when it names none.
 */
export function findRequestedColour(text: string): Colour | null | undefined {
  const named = [...text.matchAll(COLOUR)].flatMap((match) => {
    const colour = toColour(match);
    return colour ? [{ colour, rest: text.slice(match.index + match[0].length) }] : [];
  });
  const last = named.at(-1);
  return last && (TAIL.test(last.rest) ? last.colour : null);
}

function toColour(match: RegExpExecArray): Colour | undefined {
  const { hex, shade, english, tint, chinese, se } = match.groups ?? {};
  const name = match[0].trim();
  if (hex !== undefined) return fromHex(name, hex.length === 3 ? hex.replace(/./g, '$&$&') : hex);
  if (chinese !== undefined && NEEDS_SE.has(chinese) && se === undefined) return undefined;
  const colour = fromHex(name, HEX_BY_WORD.get((english ?? chinese ?? '').toLowerCase()) ?? '');
  const modifier = (shade ?? tint)?.toLowerCase();
  if (modifier === undefined) return colour;
  return /dark|deep|深|暗/.test(modifier) ? mix(colour, 0, 0.45) : mix(colour, 255, 0.5);
}

function fromHex(name: string, hex: string): Colour {
  const value = Number.parseInt(hex, 16);
  return { name, red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}

function mix({ name, red, green, blue }: Colour, level: number, amount: number): Colour {
  const blend = (channel: number): number => Math.round(channel + (level - channel) * amount);
  return { name, red: blend(red), green: blend(green), blue: blend(blue) };
}

function wordsOf(kind: RegExp): string {
  const words = TABLE.flatMap(([, ...names]) => names).filter((word) => kind.test(word));
  return words.sort((a, b) => b.length - a.length).join('|');
}

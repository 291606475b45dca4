// Formats an exchange as a curl command to paste into a shell. The key is the variable `RELAY_API_KEY`; files are given
// by name and expected in the working directory. No text of the exchange is ever read by a shell, and no control
// character reaches a prompt, where it would act as a key.

import type { Exchange, ExchangeFile, ExchangeSegment } from '../../../shared/contract/exchanges.ts';

/** The shells that a command is written for: `posix` stands for sh, bash, zsh and fish alike. */
export type CurlShell = 'posix' | 'powershell';

type JsonBody = readonly ExchangeSegment[];
type FormParts = Extract<Exchange['body'], { kind: 'form' }>['parts'];
type Writer = {
  json: (url: string, headers: readonly string[], segments: JsonBody) => string;
  form: (url: string, headers: readonly string[], parts: FormParts) => string;
};

const WRITERS: Readonly<Record<CurlShell, Writer>> = {
  posix: { json: posixJson, form: posixForm },
  powershell: {
    json: (url, headers, segments) =>
      inPowershell(`(${segments.map(powershellPiece).join(' + ')})`, url, headers, "--data-binary '@-'"),
    // Windows PowerShell passes no quotation marks on to programs, so curl reads the parts from its input.
    form: (url, headers, parts) =>
      inPowershell(parts.map((part) => powershellQuote(configLine(part))).join(',\n'), url, headers, '-K -'),
  },
};

/**
 * Returns the command that sends the same request; null if the request was not recorded completely, or has a zero
 * character, which no shell can pass on.
 */
export function toCurl({ url, headers, body }: Exchange, shell: CurlShell): string | null {
  if (body.kind === 'none' || body.isCut) return null;
  const kept = headers.filter(([name]) => !/^(authorization|content-type)$/i.test(name));
  const lines = kept.map(([name, value]) => `${name}: ${value}`);
  const { json, form } = WRITERS[shell];
  if (body.kind === 'form') return JSON.stringify(body.parts).includes('\\u0000') ? null : form(url, lines, body.parts);
  const segments = body.segments.map((segment) => (typeof segment === 'string' ? plainJson(segment) : segment));
  return json(url, [...lines, 'Content-Type: application/json'], segments);
}

/**
 * The same JSON without characters that a shell could take for its own: those stand in strings only, where JSON has
 * another spelling for each.
 */
function plainJson(text: string): string {
  return text.replace(/[\t\n\r]/g, ' ').replace(/['‘’‚‛&|<>^%\p{Cc}\u2028\u2029]/gu, jsonEscape);
}

function jsonEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function posixJson(url: string, headers: readonly string[], segments: JsonBody): string {
  const curl = posixCurl(url, headers);
  const hasFiles = segments.some((segment) => typeof segment !== 'string');
  if (!hasFiles) return [...curl, `--data-raw ${posixQuote(segments.join(''))}`].join(NEXT_LINE);
  // A picture exceeds the maximum length of an argument of a program, so that what the shell has built in writes it.
  return `${['printf %s', ...segments.map(posixPiece)].join(NEXT_LINE)} | ${[...curl, '--data-binary @-'].join(NEXT_LINE)}`;
}

function posixPiece(segment: ExchangeSegment): string {
  return typeof segment === 'string' ? posixQuote(segment) : `"$(base64 < ${posixQuote(segment.name)} | tr -d '\\n')"`;
}

function posixForm(url: string, headers: readonly string[], parts: FormParts): string {
  const options = parts.map(({ name, value }) =>
    // --form-string sends the value literally; -F would interpret @, < and ; in it.
    typeof value === 'string'
      ? `--form-string ${posixQuote(`${name}=${value}`)}`
      : `-F ${posixQuote(`${name}=${formFile(value)}`)}`,
  );
  return [...posixCurl(url, headers), ...options].join(NEXT_LINE);
}

function posixCurl(url: string, headers: readonly string[]): string[] {
  const key = '-H "Authorization: Bearer $RELAY_API_KEY"';
  return [`curl ${posixQuote(url)}`, key, ...headers.map((header) => `-H ${posixQuote(header)}`)];
}

const NEXT_LINE = ' \\\n  ';

/** Quotes a text for sh, bash, zsh and fish. */
function posixQuote(text: string): string {
  if (!/\p{Cc}/u.test(text)) return singleQuote(text);
  // `$(…)` drops line ends at the end. Bash looks for the `!` of its history also within it.
  const [lineEnds = ''] = /\n*$/.exec(text) ?? [];
  const spelled = text.slice(0, text.length - lineEnds.length).replace(/[\\!\p{Cc}]/gu, printfEscape);
  return `"$(printf %b ${singleQuote(spelled)})"${lineEnds && singleQuote(lineEnds)}`;
}

/** Quotes a text without control characters. Fish reads `\\` and `\'` within single quotes, so both stand outside. */
function singleQuote(text: string): string {
  return `'${text.replace(/\\{2,}|\\(?=['])|\\$|'/g, (special) => `'${special.replace(/./g, '\\$&')}'`)}'`;
}

function printfEscape(character: string): string {
  if (character === '\n') return '\\n';
  return Array.from(new TextEncoder().encode(character), (byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
}

/** Lets curl read a text from its input, as UTF-8, which Windows PowerShell would not write by itself. */
function inPowershell(input: string, url: string, headers: readonly string[], option: string): string {
  return [
    '& { $OutputEncoding = New-Object Text.UTF8Encoding $false',
    `${input} |`,
    // Without its extension, it is another command of Windows PowerShell.
    `curl.exe ${powershellQuote(url)} -H "Authorization: Bearer $env:RELAY_API_KEY" ${headers
      .map((header) => `-H ${powershellQuote(header)} `)
      .join('')}${option} }`,
  ].join('\n');
}

function powershellPiece(segment: ExchangeSegment): string {
  if (typeof segment === 'string') return powershellQuote(segment);
  const file = `(Get-Item -LiteralPath ${powershellQuote(segment.name)}).FullName`;
  return `[Convert]::ToBase64String([IO.File]::ReadAllBytes(${file}))`;
}

/**
 * Quotes a text for PowerShell, which ends a text at typographic quotes too. What means something to cmd is spelled, so
 * that nothing happens where the command is pasted there by mistake.
 */
function powershellQuote(text: string): string {
  const quoted = `'${text
    .replace(/['‘’‚‛]/g, '$&$&')
    .replace(/[&|<>^%\p{Cc}]/gu, (character) => `'+[char]${character.charCodeAt(0)}+'`)}'`;
  return quoted.includes('+[char]') ? `(${quoted})` : quoted;
}

/** A part of a form as a line of curl's own configuration. */
function configLine({ name, value }: FormParts[number]): string {
  const [option, text] =
    typeof value === 'string' ? ['form-string', `${name}=${value}`] : ['form', `${name}=${formFile(value)}`];
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/[\n\r\t\v]/g, (space) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[space] ?? '\\v');
  return `${option} = "${escaped}"`;
}

/** A file in the syntax of `-F`: quoted, so that no character of its name is special. */
function formFile({ name, type }: ExchangeFile): string {
  return `@"${name.replace(/[\\"]/g, '\\$&')}"${type === '' ? '' : `;type=image/${type}`}`;
}

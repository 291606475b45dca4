// Formats an exchange as a curl command for a POSIX shell. The key is `$RELAY_API_KEY`; files are given by name and
// expected in the working directory.

import type { Exchange, ExchangeFile, ExchangeSegment } from '../../../../shared/contract/exchanges.ts';

const KEY_HEADER = '-H "Authorization: Bearer $RELAY_API_KEY"';
const NEXT_LINE = ' \\\n  ';

/** Returns the command that sends the same request; null if the request was not recorded completely. */
export function toCurl({ url, headers, body }: Exchange): string | null {
  if (body.kind === 'none' || body.isCut) return null;
  const otherHeaders = headers.filter(([name]) => !/^(authorization|content-type)$/i.test(name));
  const command = [
    `curl ${quote(url)}`,
    KEY_HEADER,
    ...otherHeaders.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
  ];
  if (body.kind === 'form') {
    const parts = body.parts.map(({ name, value }) =>
      // --form-string sends the value literally; -F would interpret @, < and ; in it.
      typeof value === 'string'
        ? `--form-string ${quote(`${name}=${value}`)}`
        : `-F ${quote(`${name}=${formFile(value)}`)}`,
    );
    return [...command, ...parts].join(NEXT_LINE);
  }
  command.push("-H 'Content-Type: application/json'");
  const files = body.segments.some((segment) => typeof segment !== 'string');
  if (!files) return [...command, `--data-raw ${quote(body.segments.join(''))}`].join(NEXT_LINE);
  // A picture exceeds the maximum length of an argument, so the body is piped.
  const pieces = body.segments.map(writePiece).join('\n  ');
  return `{ ${pieces}\n} | ${[...command, '--data-binary @-'].join(NEXT_LINE)}`;
}

function writePiece(segment: ExchangeSegment): string {
  if (typeof segment === 'string') return `printf %s ${quote(segment)}`;
  return `base64 < ${quote(segment.name)} | tr -d '\\n'`;
}

/** A file in the syntax of `-F`: quoted, so that no character of its name is special. */
function formFile({ name, type }: ExchangeFile): string {
  return `@"${name.replace(/[\\"]/g, '\\$&')}"${type === '' ? '' : `;type=image/${type}`}`;
}

/** Quotes a text for a POSIX shell: within single quotes only the quote itself is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// An exchange as a command for a POSIX shell with curl. The key is `$RELAY_API_KEY`, files are named, and expected in the working directory.

import type { Exchange, ExchangeFile, ExchangeSegment } from '../../../../shared/contract/exchanges.ts';

const KEY_HEADER = '-H "Authorization: Bearer $RELAY_API_KEY"';
const NEXT_LINE = ' \\\n  ';

/** The command that sends the same request; null when the request was not kept whole. */
export function toCurl({ url, headers, body }: Exchange): string | null {
  if (body.kind === 'none' || body.isCut) return null;
  const own = headers.filter(([name]) => !/^(authorization|content-type)$/i.test(name));
  const command = [`curl ${quote(url)}`, KEY_HEADER, ...own.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)];
  if (body.kind === 'form') {
    const parts = body.parts.map(({ name, value }) =>
      // --form-string takes a value as it is; -F would read @, < and ; in it.
      typeof value === 'string'
        ? `--form-string ${quote(`${name}=${value}`)}`
        : `-F ${quote(`${name}=${formFile(value)}`)}`,
    );
    return [...command, ...parts].join(NEXT_LINE);
  }
  command.push("-H 'Content-Type: application/json'");
  const files = body.segments.some((segment) => typeof segment !== 'string');
  if (!files) return [...command, `--data-raw ${quote(body.segments.join(''))}`].join(NEXT_LINE);
  // A picture is longer than an argument may be, so the body is piped.
  const pieces = body.segments.map(writePiece).join('\n  ');
  return `{ ${pieces}\n} | ${[...command, '--data-binary @-'].join(NEXT_LINE)}`;
}

function writePiece(segment: ExchangeSegment): string {
  if (typeof segment === 'string') return `printf %s ${quote(segment)}`;
  return `base64 < ${quote(segment.name)} | tr -d '\\n'`;
}

/** A file as `-F` wants it: quoted, so that no character of its name means anything. */
function formFile({ name, type }: ExchangeFile): string {
  return `@"${name.replace(/[\\"]/g, '\\$&')}"${type === '' ? '' : `;type=image/${type}`}`;
}

/** In single quotes nothing means anything to a POSIX shell but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

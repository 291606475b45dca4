// The mark as XMP (ISO 16684-1): IPTC's digital source type, in a packet of its own or added to one that is there.

import { type MarkKind, SOURCE_TYPES, type Unmarkable } from '../../../shared/library/provenance.ts';

/** Larger packets are left alone. */
export const MAX_XMP_BYTES = 1024 * 1024;
const IPTC = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const END = '</rdf:RDF>';

function description(kind: MarkKind): string {
  const property = `<Iptc4xmpExt:DigitalSourceType>${SOURCE_TYPES[kind]}</Iptc4xmpExt:DigitalSourceType>`;
  return `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${IPTC}">${property}</rdf:Description>`;
}

/** A packet that says nothing else. */
export function newPacket(kind: MarkKind): Buffer {
  return Buffer.from(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `${description(kind)}${END}</x:xmpmeta><?xpacket end="w"?>`,
  );
}

/** Adds the mark to a packet of UTF-8; all its bytes stay. A packet that names a signed manifest is not changed. */
export function markedPacket(packet: Uint8Array, kind: MarkKind): Buffer | Unmarkable {
  // As Latin-1, each byte is a character of its own.
  const text = Buffer.from(packet).toString('latin1');
  if (text.includes('dcterms:provenance')) return 'signed';
  if (text.includes('DigitalSourceType')) return 'already';
  const end = text.lastIndexOf(END);
  if (end < 0 || packet.length > MAX_XMP_BYTES) return 'unreadable';
  return Buffer.from(text.slice(0, end) + description(kind) + text.slice(end), 'latin1');
}

// Finds pictures in dropped or pasted data: files, or addresses of pictures.

/** The pictures found. */
export type IncomingPictures = { files: File[]; addresses: string[] };

/**
 * Reads a drop or the clipboard. Files take precedence: a browser adds an address to a picture that it passes as a
 * file.
 */
export function readTransfer(transfer: Pick<DataTransfer, 'files' | 'getData'>): IncomingPictures {
  const files = [...transfer.files];
  if (files.length > 0) return { files, addresses: [] };
  const listed = addressesIn(transfer.getData('text/uri-list'));
  return { files: [], addresses: listed.length > 0 ? listed : addressesIn(transfer.getData('text/plain')) };
}

/** Whether a drag may contain pictures; its content cannot be read before the drop. */
export function mayBring(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/uri-list') || types.includes('text/plain');
}

/** Returns the web addresses in a list of addresses, or in a text that contains nothing else. */
export function addressesIn(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const addresses = lines.filter((line) => /^https?:\/\/\S+$/i.test(line) && URL.canParse(line));
  return addresses.length === lines.length ? addresses : [];
}

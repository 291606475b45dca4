// Finds pictures in what is dropped or pasted: files, or addresses of pictures. Independent of where they go.

/** What came in. */
export type IncomingPictures = { files: File[]; addresses: string[] };

/** Reads a drop or the clipboard. Files win: a browser adds an address to a picture it hands over as a file. */
export function readTransfer(transfer: Pick<DataTransfer, 'files' | 'getData'>): IncomingPictures {
  const files = [...transfer.files];
  if (files.length > 0) return { files, addresses: [] };
  const listed = addressesIn(transfer.getData('text/uri-list'));
  return { files: [], addresses: listed.length > 0 ? listed : addressesIn(transfer.getData('text/plain')) };
}

/** Whether a drag brings something that can be taken; its content is not readable before the drop. */
export function mayBring(types: readonly string[]): boolean {
  return types.includes('Files') || types.includes('text/uri-list') || types.includes('text/plain');
}

/** The web addresses in a list of them, or in a text that holds nothing else. */
export function addressesIn(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const addresses = lines.filter((line) => /^https?:\/\/\S+$/i.test(line) && URL.canParse(line));
  return addresses.length === lines.length ? addresses : [];
}

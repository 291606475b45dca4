// The text in a back-up or a project that says what it is, for people and for the import.

import { z } from 'zod';
import type { Counts } from '../../shared/contract/transfers.ts';
import { parseBounded } from '../../shared/json/bounded-json.ts';
import type { LibrarySource } from './library-source.ts';

const FORMAT = 'relay-studio-library';
const VERSION = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  isWhole: z.boolean(),
  runs: z.number().int().nonnegative().catch(0),
});

/** What a manifest says of one item or script. */
export type ManifestEntry = { kind: string; id: string; title: string; madeAt: string };

/** A manifest to be written. `isWhole` is false while the back-up is being made; `runs` counts those to this folder. */
type Manifest = {
  kind: 'backUp' | 'project';
  appVersion: string;
  isWhole: boolean;
  runs?: number;
  counts: Counts;
  files: number;
  bytes: number;
  contents: readonly ManifestEntry[];
};

/** The text of a manifest: one line for each thing. */
export function manifestText({ contents, ...facts }: Manifest, now = new Date()): string {
  const about =
    'A library of Relay Studio, or a part of it: items/ and scripts/ have one JSON file each, media/ the files they ' +
    'name by their SHA-256. Bring it in with Import library… in Settings.';
  const head = JSON.stringify(
    { format: FORMAT, version: VERSION, about, writtenAt: now.toISOString(), ...facts },
    null,
    2,
  );
  const lines = contents.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  return `${head.slice(0, -2)},\n  "contents": [\n${lines}\n  ]\n}\n`;
}

/** What a source's manifest says; undefined if it has none, or one that cannot be read. */
export async function readManifest(
  source: Pick<LibrarySource, 'readText'>,
): Promise<{ isNewer: boolean; isWhole: boolean; runs: number } | undefined> {
  const text = await source.readText({ kind: 'manifest' });
  if (!text.ok) return undefined;
  const json = parseBounded(text.data, 'manifest');
  const read = manifestSchema.safeParse(json.ok ? json.data : undefined).data;
  return read && { isNewer: read.version > VERSION, isWhole: read.isWhole, runs: read.runs };
}

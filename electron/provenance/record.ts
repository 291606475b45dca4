// Makes the record of a saved file. What is not known is left out, and nothing is in it that gives access to a relay.

import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { EditPicture, EditRequest } from '../../shared/contract/images.ts';
import type { ProvenanceRecord, ProvenanceSource } from '../../shared/contract/provenance.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { connectionIdOf, type FileOrigin, type Source } from './origin.ts';

/** What is known of a file when it has been written. */
export type WrittenFile = Omit<ProvenanceRecord['file'], 'content'>;

/** Describes a file. */
export function describeOrigin(
  { content, sources }: FileOrigin,
  file: WrittenFile,
  appVersion: string,
  now: Date,
): ProvenanceRecord {
  return {
    format: 'relay-studio-provenance',
    version: 1,
    app: { name: 'Relay Studio', version: appVersion },
    savedAt: now.toISOString(),
    file: { ...file, content },
    sources: sources.map(describeSource),
  };
}

function describeSource({ item, isProtected }: Source): ProvenanceSource {
  const { id, createdAtMs, connectionName, connectionOrigin, model } = item;
  const base = {
    itemId: id,
    ...known('requestedAt', timeOf(createdAtMs)),
    connection: {
      ...known('name', connectionName),
      ...known('origin', connectionOrigin),
      ...(connectionIdOf(item) === PRACTICE_CONNECTION_ID && { isDemo: true as const }),
    },
    ...known('model', model),
  };
  if (item.kind === 'edit') {
    const { raw, revisedPrompt, relayCreatedS, request } = item;
    const made = isProtected && request.mask !== null ? item.protected : null;
    return {
      ...base,
      kind: 'edit',
      received: { sha256: raw.mediaId, sizeBytes: raw.sizeBytes },
      request: editAsked(request),
      ...known('revisedInstruction', revisedPrompt),
      ...(relayCreatedS !== null && known('relayMadeAt', timeOf(relayCreatedS * 1000))),
      ...(made !== null && {
        outsideMask: {
          changedPixels: made.outsideChangedPx,
          ...(made.adjustments !== null && { adjustments: { ...made.adjustments } }),
        },
      }),
    };
  }
  const received = { sha256: item.mediaId, sizeBytes: item.sizeBytes };
  if (item.kind === 'speech') {
    const { isComplete, request } = item;
    return { ...base, kind: 'speech', received, isComplete, request: speechAsked(request) };
  }
  const { asked } = item;
  const request = asked?.kind === 'speech' ? speechAsked(asked.request) : asked && editAsked(asked.request);
  return { ...base, kind: 'reply', received, ...(request && { request }) };
}

function speechAsked({ text, voice, speed, format, extras }: SpeechRequest) {
  return { text, ...known('voice', voice ?? ''), speed, format, options: valuesOf(extras) };
}

function editAsked({ prompt, pictures, mask, form, options, part }: EditRequest) {
  return {
    instruction: prompt,
    ...known('sentInstruction', mask?.sentPrompt ?? ''),
    form,
    options: valuesOf(options),
    pictures: pictures.map(describePicture),
    ...(part !== null && { part }),
    ...(mask !== null && {
      mask: { coverageSha256: mask.coverageMediaId, ...known('sha256', mask.wireMediaId ?? '') },
    }),
  };
}

function describePicture(picture: EditPicture) {
  if (picture.kind === 'media') return { sha256: picture.wireMediaId, workingSha256: picture.mediaId };
  const { origin, pathname } = new URL(picture.url);
  return { address: origin + pathname };
}

/** What was sent of the options. */
function valuesOf(options: object): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );
}

function known<N extends string>(name: N, value: string): { [K in N]?: string } {
  return (value === '' ? {} : { [name]: value }) as { [K in N]?: string };
}

/** Empty for a number that is no time: a relay may state any. */
function timeOf(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

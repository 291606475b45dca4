// What is asked about the text of the open script, below it.

import { useState } from 'react';
import { NamesNotice } from './NamesNotice.tsx';
import { SsmlNotice } from './SsmlNotice.tsx';
import type { ScriptStore } from './script-store.ts';

/** Possible roles, and SSML tags. */
export function TextNotices({ script }: { script: ScriptStore }) {
  /** The scripts in which a person keeps SSML tags. */
  const [taggedIds, setTaggedIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <NamesNotice script={script} />
      <SsmlNotice script={script} keptIn={taggedIds} onKeep={(id) => setTaggedIds(new Set([...taggedIds, id]))} />
    </>
  );
}

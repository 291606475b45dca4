// Routes of scripts.

import { ok } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import type { ScriptVideos } from '../scripts/script-videos.ts';
import type { Scripts } from '../scripts/scripts.ts';
import type { HandlersOf } from './routes-of.ts';

export type ScriptDeps = { scripts: Scripts; videos: ScriptVideos };

/** Creates the handlers of the script routes. */
export function scriptHandlers({ scripts, videos }: ScriptDeps): HandlersOf<'scripts'> {
  return {
    'scripts.list': (query) => whileWriting(() => scripts.list(query)),
    'scripts.read': ({ id }) => scripts.read(id),
    'scripts.save': (script) => scripts.save(script),
    'scripts.saveChange': async (change) => ok({ isSaved: await scripts.saveChange(change) }),
    'scripts.setTrashed': ({ ids, isTrashed }) => scripts.setTrashed(ids, isTrashed),
    'scripts.deleteForGood': ({ ids }) => whileWriting(async () => ({ count: await scripts.deleteForGood(ids) })),
    'scripts.takes': ({ id, takeIds, among }) => whileWriting(() => scripts.takes(id, takeIds, among)),
    'scripts.locate': async ({ scriptId, lineId }) => scripts.locate(scriptId, lineId),
    'scripts.readHistory': async ({ id }) => ok({ id, steps: await scripts.readHistory(id) }),
    'scripts.saveHistory': ({ id, steps }) =>
      whileWriting(async () => {
        await scripts.saveHistory(id, steps);
        return null;
      }),
    'scripts.openVideo': async ({ id }) => ok(await videos.open(id)),
    'scripts.chooseVideo': async ({ id }) => ok(await videos.choose(id)),
    'scripts.hideVideo': async ({ id, isHidden }) => {
      videos.setHidden(id, isHidden);
      return ok(null);
    },
    'scripts.removeVideo': async ({ id }) => {
      videos.remove(id);
      return ok(null);
    },
  };
}

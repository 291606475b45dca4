// Scrolls to the line that is heard, unless a person works at another place of the text.

import type { Extension, StateEffect } from '@codemirror/state';
import { EditorView, type PluginValue, ViewPlugin } from '@codemirror/view';
import { createScope } from '../../lifetime/scope.ts';
import { playingField } from './line-marks.ts';

/** Space in pixels between the line that is heard and the edge of the view. */
const MARGIN = 48;
/** A person who did nothing in the text for so long, in milliseconds, only listens. */
const LISTENS_AFTER_MS = 4000;

/** What a person does in the text. */
const ACTIONS = ['keydown', 'pointerdown', 'wheel', 'compositionupdate'] as const;

const plugin = ViewPlugin.fromClass(
  class implements PluginValue {
    private readonly scope = createScope();
    private actedAtMs = Number.NEGATIVE_INFINITY;

    constructor({ scrollDOM }: EditorView) {
      const act = (): void => {
        this.actedAtMs = performance.now();
      };
      for (const action of ACTIONS) this.scope.listen(scrollDOM, action, act, { capture: true, passive: true });
    }

    isWorking(): boolean {
      return performance.now() - this.actedAtMs < LISTENS_AFTER_MS;
    }

    destroy(): void {
      this.scope.dispose();
    }
  },
);

/** The extension that notices whether a person works. */
export const followingPlaying: Extension = plugin;

/**
 * The effects that scroll to the line that is heard next. The first one, and one before the last, are always scrolled to:
 * somebody asked for them.
 * @param index of the line. @param from where its paragraph begins
 */
export function follow(view: EditorView, index: number, from: number): StateEffect<unknown>[] {
  const before = view.state.field(playingField);
  const isAsked = before === null || index < before;
  if (!isAsked && view.plugin(plugin)?.isWorking()) return [];
  return [EditorView.scrollIntoView(from, { y: 'nearest', yMargin: MARGIN })];
}

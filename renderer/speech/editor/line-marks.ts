// Draws what is known of the lines into the text: colours of roles, the line that is being played, failures, places
// where a line will be cut, and the direction of right-to-left text. The text itself stays as it is.

import { type EditorState, type Extension, Facet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { directionsIn } from '../../../shared/script/directions.ts';
import { ROLE_COLOURS } from '../../../shared/script/script-size.ts';
import { LISTED_FROM, type LineFacts, type LineSource } from './ports.ts';
import { linesField, linesOf } from './text-lines.ts';

/** Where the facts of the lines are read; null shows none. */
export const lineSource = Facet.define<LineSource | null, LineSource | null>({ combine: ([source = null]) => source });

/** Facts of some lines have changed. */
export const factsChanged = StateEffect.define<null>();

/** Sets the line that is being played, by its index. */
export const setPlaying = StateEffect.define<number | null>();

/** Sets the places where lines will be cut, as positions in the text, ascending. */
export const setCuts = StateEffect.define<readonly number[]>();

/** The index of the line that is being played. */
export const playingField = StateField.define<number | null>({
  create: () => null,
  update: (playing, { effects }) => {
    const set = effects.find((effect) => effect.is(setPlaying));
    return set === undefined ? playing : set.value;
  },
});

const cutsField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (cuts, { docChanged, changes, effects, newDoc }) => {
    let next = docChanged ? cuts.map(changes) : cuts;
    for (const effect of effects)
      if (effect.is(setCuts)) {
        const places = effect.value.filter((place) => place > 0 && place < newDoc.length);
        next = Decoration.set(places.map((place) => CUT.range(place)));
      }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** What marks another state of the same text as this one is: the line that is being played, and the cuts. */
export function marksOf(state: EditorState): StateEffect<unknown>[] {
  const places: number[] = [];
  for (const cut = state.field(cutsField).iter(); cut.value !== null; cut.next()) places.push(cut.from);
  return [setPlaying.of(state.field(playingField)), setCuts.of(places)];
}

/** A mark without text of its own, so that it is no part of what is read and copied. */
class CutMark extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'cut';
    mark.ariaHidden = 'true';
    return mark;
  }
}

/** What is set beside the text for a line, at its end. It is no part of the text either. */
class Chips extends WidgetType {
  private readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super();
    this.names = names;
  }
  override eq({ names }: Chips): boolean {
    return names.join() === this.names.join();
  }
  toDOM(): HTMLElement {
    const chips = document.createElement('span');
    chips.className = 'chips';
    chips.role = 'img';
    chips.ariaLabel = this.names.join(', ');
    for (const name of this.names) {
      const chip = document.createElement('span');
      chip.dataset.name = name;
      chips.append(chip);
    }
    return chips;
  }
}

const DIRECTION = Decoration.mark({ class: 'direction' });
const IGNORED = Decoration.mark({ class: 'direction ignored' });
const CUT = Decoration.widget({ widget: new CutMark(), side: -1 });
const ROLES = Array.from({ length: ROLE_COLOURS }, (_, colour) => Decoration.mark({ class: `role role-${colour}` }));

/** What distinguishes the paragraphs that look the same. */
const PARAGRAPHS = new Map<string, Decoration>();

/** The first letter with a direction is one of a right-to-left script. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** So many characters of a paragraph are looked at for its direction. */
const DIRECTION_WITHIN = 200;

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    private isOld = false;

    constructor(view: EditorView) {
      this.decorations = draw(view);
    }

    update(update: ViewUpdate): void {
      const { view, docChanged, viewportChanged, transactions, startState, state } = update;
      const isMeant = transactions.some(({ effects }) =>
        effects.some((one) => one.is(factsChanged) || one.is(setPlaying)),
      );
      const isOther = startState.facet(lineSource) !== state.facet(lineSource);
      if (docChanged || viewportChanged || isMeant || isOther) this.isOld = true;
      // New elements would end the input method's composition.
      if (view.composing) this.decorations = this.decorations.map(update.changes);
      else if (this.isOld) {
        this.decorations = draw(view);
        this.isOld = false;
      }
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function draw({ state, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const lines = linesOf(state.field(linesField));
  const source = state.facet(lineSource);
  const playing = state.field(playingField);
  for (let from = viewport.from; from <= viewport.to; ) {
    const paragraph = state.doc.lineAt(from);
    const index = lines.indexOf(paragraph.number);
    const facts = index === null || lines.count < LISTED_FROM ? undefined : source?.factsOf(index);
    const isPlaying = index !== null && index === playing;
    const isReversed = RIGHT_TO_LEFT.test(paragraph.text.slice(0, DIRECTION_WITHIN));
    const decoration = paragraphMark(isPlaying, isReversed, facts);
    if (decoration) builder.add(paragraph.from, paragraph.from, decoration);
    const { role } = facts ?? {};
    const mark = role && ROLES[role.colour % ROLE_COLOURS];
    const length = paragraph.text.slice(0, role?.length ?? 0).trimEnd().length;
    if (mark && length > 0) builder.add(paragraph.from, paragraph.from + length, mark);
    for (const one of directionsIn(paragraph.text))
      if (one.from >= length) {
        const chip = one.kind === 'emotion' && facts?.isEmotionIgnored ? IGNORED : DIRECTION;
        builder.add(paragraph.from + one.from, paragraph.from + one.to, chip);
      }
    if (facts?.chips) {
      const widget = Decoration.widget({ widget: new Chips(facts.chips), side: 1 });
      builder.add(paragraph.to, paragraph.to, widget);
    }
    from = paragraph.to + 1;
  }
  return builder.finish();
}

function paragraphMark(isPlaying: boolean, isReversed: boolean, facts: LineFacts | undefined): Decoration | undefined {
  const classes = [
    ...(isPlaying ? ['playing'] : []),
    ...(facts?.isHeading ? ['heading'] : []),
    ...(facts?.failureText ? ['has-failure'] : []),
  ].join(' ');
  const key = `${classes} ${isReversed}`;
  if (!isReversed && classes === '') return undefined;
  const mark =
    PARAGRAPHS.get(key) ??
    Decoration.line({ attributes: { ...(classes && { class: classes }), ...(isReversed && { dir: 'rtl' }) } });
  PARAGRAPHS.set(key, mark);
  return mark;
}

/** All marks in the text. @param nameOf the tooltip of an invisible character, by its code like `U+200B` */
export function lineMarks(nameOf: (code: string) => string): Extension {
  return [
    playingField,
    cutsField,
    marks,
    EditorView.perLineTextDirection.of(true),
    highlightSpecialChars({
      render: (code, _description, placeholder) => {
        const name = nameOf(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
        const mark = document.createElement('span');
        mark.className = 'invisible';
        mark.title = name;
        mark.ariaLabel = name;
        mark.role = 'img';
        mark.textContent = placeholder;
        return mark;
      },
    }),
  ];
}

// Checks the steps of docs/architecture/extending.md for adding a field of the edit request: a row in edit-fields.ts is all the
// code it requires. The test adds two fictitious rows.

import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { parseMultipart } from '../practice-relay/images/multipart-form.ts';
import { answerForm, choicesOf, DEFAULT_CHOICES, type EditChoices } from '../renderer/images/request/edit-options.ts';
import { imagesDraftSchema } from '../shared/contract/drafts.ts';
import { editRequestSchema } from '../shared/contract/images.ts';
import type { ChoicesOf, EditOptions, OptionsOf } from '../shared/images/edit-fields.ts';
import { optionsIn, wireName } from '../shared/images/field-rules.ts';
import { editRequest } from '../shared/testing/edit-request.ts';
import { replies } from './fakes/scripted-relay.ts';
import { openClient } from './support/relay-client.ts';

const MADE_UP = vi.hoisted(
  () =>
    ({
      madeUpNumber: {
        wire: 'made_up_number',
        forms: ['multipart'],
        group: 'making',
        value: { type: 'whole', min: 1, max: 5, default: 3 },
      },
      madeUpWord: {
        wire: 'made_up_word',
        forms: ['json'],
        group: 'reply',
        value: { type: 'choice', of: ['warm', 'cold'], default: null, hasWords: false },
      },
    }) as const,
);
vi.mock(import('../shared/images/edit-fields.ts'), async (original) => {
  const table = await original();
  return { ...table, EDIT_FIELDS: { ...table.EDIT_FIELDS, ...MADE_UP } };
});

/** Choices in which the fictitious fields are set. */
const set = (change: object): EditChoices => ({ ...DEFAULT_CHOICES, ...change });
const answer = (change: object) =>
  answerForm({
    choices: set(change),
    pictureCount: 1,
    hasMask: false,
    hasAddress: false,
    endUserId: '',
    picturesNotUsedBy: [],
  });
const request = (form: 'multipart' | 'json', change: object) =>
  editRequest({ form, options: optionsIn(form, set(change), '1920x1920') });

describe('an added field', () => {
  it('has its types', () => {
    expectTypeOf<OptionsOf<typeof MADE_UP>>().toEqualTypeOf<{
      madeUpNumber: number | null;
      madeUpWord: 'warm' | 'cold' | null;
    }>();
    expectTypeOf<ChoicesOf<typeof MADE_UP>>().toEqualTypeOf<{
      madeUpNumber: number;
      madeUpWord: 'warm' | 'cold' | null;
    }>();
  });

  it('is in the schema of requests, within its range', () => {
    const asked = request('multipart', { madeUpNumber: 5 });
    expect(editRequestSchema.parse(asked).options).toMatchObject({ madeUpNumber: 5, madeUpWord: null });
    const tooMuch = { ...asked, options: { ...asked.options, madeUpNumber: 6 } };
    expect(editRequestSchema.safeParse(tooMuch).success).toBe(false);
    const { madeUpNumber: _, ...without } = asked.options as EditOptions & { madeUpNumber: unknown };
    expect(editRequestSchema.safeParse({ ...asked, options: without }).success).toBe(false);
  });

  it('has its default and is saved in the draft', () => {
    expect(DEFAULT_CHOICES).toMatchObject({ madeUpNumber: 3, madeUpWord: null });
    const draft = {
      pictures: [],
      instruction: '',
      guide: { change: '', keep: '', style: '' },
      choices: set({ madeUpNumber: 4, madeUpWord: 'cold' }),
    };
    expect(imagesDraftSchema.parse(draft).choices).toEqual(draft.choices);
    expect(imagesDraftSchema.safeParse({ ...draft, choices: { madeUpWord: 'grey' } }).success).toBe(false);
  });

  it('selects the form that has it, and is reported if the form does not have it', () => {
    expect(answer({ madeUpNumber: 4 })).toMatchObject({ form: 'multipart', notSent: [] });
    expect(answer({ madeUpWord: 'warm' })).toMatchObject({ form: 'json', notSent: [] });
    expect(answer({ madeUpNumber: 4, form: 'json' }).notSent.map(wireName)).toEqual(['made_up_number']);
    expect(answer({ madeUpWord: 'warm', form: 'multipart' }).notSent.map(wireName)).toEqual(['made_up_word']);
  });

  it.each([
    ['multipart', 'made_up_number"\r\n\r\n4\r\n', 'made_up_word'],
    ['json', '"made_up_word":"warm"', 'made_up_number'],
  ] as const)('goes out in a %s body that has it, and in no other', async (form, text, other) => {
    const { relay, edit } = await openClient();
    relay.answerWith(replies.json(200, { data: [{ b64_json: 'QQ==' }] }));
    await edit(request(form, { madeUpNumber: 4, madeUpWord: 'warm' }));
    await edit(request(form, {}));
    const [changed, plain] = relay.requests.map(({ body }) => body);
    expect(changed).toContain(text);
    expect(changed).not.toContain(other);
    expect(plain).not.toMatch(/made_up/);
  });

  it('is recalled', () => {
    const recalled = choicesOf(request('multipart', { madeUpNumber: 4 }), null);
    expect(recalled).toMatchObject({ madeUpNumber: 4, madeUpWord: null });
    expect(choicesOf(request('json', {}), null)).toMatchObject({ madeUpNumber: 3, madeUpWord: null });
  });

  it('is validated by the practice relay', async () => {
    const fields = { model: 'image-edit-5-0-260128', prompt: 'Darken', made_up_number: '6' };
    const parts = Object.entries(fields).map(([name, text]) => ({ name, isFile: false, bytes: Buffer.from(text) }));
    expect(parseMultipart(parts)).toMatchObject({
      ok: false,
      error: { param: 'made_up_number', message: 'made_up_number must be a whole number from 1 to 5.' },
    });
  });
});

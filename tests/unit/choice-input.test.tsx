import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormProperty } from '../../src/forms/shared/formSchema.ts';
import { ChoiceInput } from '../../src/forms/widgets/Choices.tsx';

const COLOURS: FormProperty = { type: 'string', title: 'Colour', enum: ['red', 'blue'] };

/** The name of the button that clears the choice; null if there is none. */
function clearButton(
  property: FormProperty,
  { value, required }: { value?: string; required: boolean },
): string | null {
  const html = renderToString(
    <ChoiceInput
      id="colour"
      labelId="colour-label"
      name="colour"
      label="Colour"
      property={property}
      value={value}
      required={required}
      disabled={false}
      invalid={false}
      describedBy={undefined}
      onChange={() => undefined}
    />,
  );
  const [button] = /<button[^>]*>/.exec(html) ?? [null];
  return button === null ? null : (/aria-label="([^"]*)"/.exec(button)?.[1] ?? '');
}

test('an optional choice can be cleared', () => {
  expect(clearButton(COLOURS, { value: 'red', required: false })).toBe('Clear choice: Colour');
  expect(clearButton(COLOURS, { required: false })).toBeNull();
});

test('one that is required, or has a default, cannot', () => {
  expect(clearButton(COLOURS, { value: 'red', required: true })).toBeNull();
  expect(clearButton({ ...COLOURS, default: 'blue' }, { value: 'red', required: false })).toBeNull();
});

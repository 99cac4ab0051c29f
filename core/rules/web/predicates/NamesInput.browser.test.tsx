import { Group } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { text } from '#platform/web/i18n/i18n.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { ruleFields } from '../../common/rule.ts';
import { NamesInput } from './NamesInput.tsx';

const schema = ruleFields.pick({ names: true });
type Names = { en: string; ar: string } | null;

function Form({ save }: { save(names: Names): void }) {
  const form = useEntityForm(schema, {
    namespace: 'rules',
    initial: { names: { en: '', ar: '' } },
    save: async ({ names }) => save(names),
  });
  return (
    <EntityForm form={form}>
      <Group>
        <NamesInput
          value={form.values.names}
          errorAt={(language) => form.errorAt(language ? `names.${language}` : 'names')}
          onChange={(names) => form.set('names', names)}
        />
      </Group>
    </EntityForm>
  );
}

const inputs = () => page.getByRole('textbox');
const submit = () => page.getByRole('button', { name: kit('actions.save') }).click();

describe.each([
  ['en', { en: 'Tank too hot', ar: '' }],
  ['ar', { en: '', ar: 'خزان ساخن' }],
] as const)('the name of an alarm for a reader of %s', (language, names) => {
  test('is asked for in the language of the reader first, and required only in that language', async () => {
    const saved: Names[] = [];
    await show(language, <Form save={(given) => saved.push(given)} />, { texts: ['rules'] });
    await expect.element(inputs().nth(0)).toHaveAccessibleName(new RegExp(text('rules', `rules.names.${language}`)));
    await expect.element(inputs().nth(0)).toHaveAttribute('aria-required', 'true');
    await expect.element(inputs().nth(1)).not.toHaveAttribute('aria-required');
    await inputs().nth(0).fill(names[language]);
    await submit();
    await expect.poll(() => saved).toEqual([names]);
  });

  test('is missing under the field of that language, which is focused', async () => {
    await show(language, <Form save={() => expect.unreachable()} />, { texts: ['rules'] });
    await submit();
    await expect.element(inputs().nth(0)).toHaveFocus();
    await expect.element(inputs().nth(0)).toHaveAccessibleDescription(kit('validation.Required'));
    await expect.element(inputs().nth(1)).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('may be given in the other language alone', async () => {
    const saved: Names[] = [];
    await show(language, <Form save={(given) => saved.push(given)} />, { texts: ['rules'] });
    await inputs().nth(1).fill('x');
    await submit();
    await expect.poll(() => saved.length).toBe(1);
  });
});

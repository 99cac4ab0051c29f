import { NumberInput, TextInput } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { RequestError } from '../../client/request-error.ts';
import { languages } from '../../i18n/i18n.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { EntityForm } from './EntityForm.tsx';
import { useEntityForm } from './use-entity-form.ts';

const schema = z.object({ name: z.string().min(1, 'Required'), email: z.email('invalidEmail') });

function Form({ save }: { save(values: z.output<typeof schema>): Promise<unknown> }) {
  const form = useEntityForm(schema, { namespace: 'tried', initial: { name: '', email: '' }, save });
  return (
    <EntityForm form={form}>
      <TextInput {...form.field('name')} />
      <TextInput {...form.field('email')} />
    </EntityForm>
  );
}

const field = (name: string) => page.getByRole('textbox', { name: tried(`columns.${name}`) });
const submit = () => page.getByRole('button', { name: kit('actions.save') }).click();

/** A form longer than the screen, whose save button is at its end. */
function LongForm() {
  const form = useEntityForm(schema, { namespace: 'tried', initial: { name: '', email: '' }, save: async () => null });
  return (
    <EntityForm form={form}>
      <div style={{ height: 3000 }}>
        <TextInput {...form.field('name')} name="" />
      </div>
      <TextInput {...form.field('email')} />
    </EntityForm>
  );
}

/** A form that shows no input for one of its fields. */
function PartialForm() {
  const form = useEntityForm(schema, { namespace: 'tried', initial: { name: '', email: '' }, save: async () => null });
  return <EntityForm form={form}>{null}</EntityForm>;
}

const area = z.object({ area: z.number('enterANumber').nullable() });

function AreaForm({ save }: { save(values: z.output<typeof area>): Promise<unknown> }) {
  const form = useEntityForm(area, { namespace: 'tried', initial: { area: 12 }, save });
  return (
    <EntityForm form={form}>
      <NumberInput {...form.field('area')} label="Area" />
    </EntityForm>
  );
}

describe.each(languages)('a form in %s', (language) => {
  test('shows the error of each field, focuses the first, and sends nothing', async () => {
    const sent: unknown[] = [];
    await show(language, <Form save={async (values) => sent.push(values)} />);
    await field('email').fill('nobody');
    await submit();
    await expect.element(field('name')).toHaveFocus();
    await expect.element(field('name')).toHaveAccessibleDescription(kit('validation.Required'));
    await expect.element(field('email')).toHaveAccessibleDescription(kit('validation.invalidEmail'));
    expect(sent).toEqual([]);
  });

  test('scrolls to its first error from the save button, and again at the next attempt', async () => {
    await show(language, <LongForm />);
    for (let attempt = 0; attempt < 2; attempt++) {
      await submit();
      await expect.element(field('name')).toHaveFocus();
      await expect.element(field('name')).toBeInViewport();
    }
  });

  test('marks required fields visibly and for screen readers', async () => {
    await show(language, <AreaForm save={async () => null} />);
    await expect.element(page.getByRole('textbox', { name: 'Area' })).not.toHaveAttribute('aria-required');
    await show(language, <Form save={async () => null} />);
    await expect.element(field('name')).toHaveAttribute('aria-required', 'true');
    await expect.element(page.getByText(`${tried('columns.name')} *`)).toBeVisible();
  });

  test('also shows an error that no field can show', async () => {
    await show(language, <PartialForm />);
    await submit();
    const alert = page.getByRole('alert', { name: kit('form.rejected') });
    await expect.element(alert).toHaveTextContent(`${tried('columns.name')}: ${kit('validation.Required')}`);
    await expect.element(alert).toHaveTextContent(tried('columns.email'));
  });

  test('sends valid values once', async () => {
    const sent: unknown[] = [];
    await show(language, <Form save={async (values) => sent.push(values)} />);
    await field('name').fill('Noor');
    await field('email').fill('noor@reem.test');
    await submit();
    await expect.poll(() => sent).toEqual([{ name: 'Noor', email: 'noor@reem.test' }]);
  });

  test('sends a cleared number as null if it is optional', async () => {
    const sent: unknown[] = [];
    await show(language, <AreaForm save={async (values) => sent.push(values)} />);
    await page.getByRole('textbox', { name: 'Area' }).fill('');
    await submit();
    await expect.poll(() => sent).toEqual([{ area: null }]);
  });

  test('shows an error of the server under its field', async () => {
    const refuse = async () => {
      throw new RequestError(418, { errors: [{ param: 'email', msg: 'invalidEmail' }] });
    };
    await show(language, <Form save={refuse} />);
    await field('name').fill('Noor');
    await field('email').fill('noor@reem.test');
    await submit();
    await expect.element(field('email')).toHaveFocus();
    await expect.element(field('email')).toHaveAccessibleDescription(kit('validation.invalidEmail'));
  });
});

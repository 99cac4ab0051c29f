import { NumberInput } from '@mantine/core';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { appSettings } from '#platform/common/settings/app-settings.ts';
import { clientOf } from '../../client/client-of.ts';
import { queryClient } from '../../client/query-client.ts';
import { languages } from '../../i18n/i18n.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { EntityForm } from '../form/EntityForm.tsx';
import { useEntityForm } from '../form/use-entity-form.ts';
import { AppSettings } from './AppSettings.tsx';

const fields = z.object({ battery: z.number().int().min(0).max(100) });
const access = { public: 'a test' } as const;
const { routes } = appSettings('tried', fields, { defaults: { battery: 20 }, read: access, change: access });
const { setting } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: { setting: routes },
  }),
);

type Values = z.infer<typeof fields>;
function BatteryForm({ stored, save }: { stored: Values; save(values: Values): Promise<unknown> }) {
  const form = useEntityForm(fields, { namespace: 'tried', initial: { battery: stored.battery }, save });
  return (
    <EntityForm form={form} needsChange>
      <NumberInput {...form.field('battery')} />
    </EntityForm>
  );
}
const settings = (
  <AppSettings of={setting}>{({ stored, save }) => <BatteryForm stored={stored} save={save} />}</AppSettings>
);

/** A server that holds the settings as the product does. */
function serving(stored: Values & { version: number }) {
  queryClient.clear();
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return new Response(JSON.stringify({ data: stored }));
    const wanted = JSON.parse(String(body));
    if (wanted.version !== stored.version)
      return new Response(JSON.stringify({ word: 'changed-meanwhile' }), { status: 409 });
    Object.assign(stored, wanted, { version: stored.version + 1 });
    return new Response(JSON.stringify({ data: stored }));
  });
  return stored;
}
const battery = () => page.getByRole('textbox', { name: tried('columns.battery') });
const save = () => page.getByRole('button', { name: kit('actions.save') });

describe.each(languages)('the settings of an app in %s', (language) => {
  test('are saved again and again, each time from the version that was saved before', async () => {
    const stored = serving({ battery: 20, version: 0 });
    await show(language, settings);
    for (const value of [30, 35]) {
      await userEvent.fill(battery(), String(value));
      await save().click();
      await expect.poll(() => stored.battery).toBe(value);
      await expect.element(save()).toBeDisabled();
    }
    expect(stored.version).toBe(2);
  });

  test('are not saved over a change of somebody else, and keep what was entered until they are loaded again', async () => {
    const stored = serving({ battery: 20, version: 3 });
    await show(language, settings);
    await userEvent.fill(battery(), '50');
    Object.assign(stored, { battery: 25, version: 4 });
    await save().click();
    const outdated = page.getByRole('alert').filter({ hasText: kit('errors.changed-meanwhile') });
    await expect.element(outdated.getByRole('button', { name: kit('actions.refresh') })).toBeVisible();
    expect(stored.battery).toBe(25);
    await expect.element(battery()).toHaveValue('50');
    await outdated.getByRole('button', { name: kit('actions.refresh') }).click();
    await expect.element(battery()).toHaveValue('25');
  });
});

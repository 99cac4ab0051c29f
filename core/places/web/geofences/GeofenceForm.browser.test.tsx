import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { GeofenceForm, type GeofenceValues } from './GeofenceForm.tsx';

const yard: GeofenceValues = {
  name: 'Yard',
  description: '',
  purpose: 'other',
  shape: { kind: 'circle', center: { lat: 25, lng: 55 }, radius: 50 },
  speedLimit: null,
};

describe.each(languages)('the form of a geofence in %s', (language: Language) => {
  test('has a speed limit in km/h, which may be empty', async () => {
    testServer({ 'GET /country/largest-city': [] });
    const saved: GeofenceValues[] = [];
    const save = async (values: GeofenceValues) => saved.push(values);
    await show(language, <GeofenceForm before={yard} save={save} cancelTo="/" />, { texts: ['places'] });
    const limit = page.getByRole('textbox', { name: text('places', 'fields.speedLimit'), exact: true });
    await limit.fill('40');
    await expect.element(limit).toHaveValue('40 km/h');
    await expectAccessible();
    await page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
    await expect.poll(() => saved).toEqual([{ ...yard, speedLimit: 40 }]);
    await limit.fill('');
    await page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
    await expect.poll(() => saved[1]).toEqual(yard);
  });
});

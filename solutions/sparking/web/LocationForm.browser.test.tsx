import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RequestError } from '#platform/web/client/request-error.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import type { ShownLocation } from '../common/location.ts';
import { LocationForm, type LocationValues } from './LocationForm.tsx';
import { OpeningHours } from './OpeningInput.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const cairo: ShownLocation = {
  ...{ id: 9, companyId: 1, createdAt: '2026-11-28T08:00:00.000Z', name: 'Cairo Plaza', zone: 'Africa/Cairo' },
  ...{ publicNameEn: null, publicNameAr: null, type: 'surface', countMode: 'slots', capacityDeclared: null },
  ...{ maxHeightCm: null, schedule: null, feeEn: null, feeAr: null, notes: null, almostFullPct: 90, fullPct: 98 },
  ...{ stuckHours: 72, ghostSeconds: 60, quietAt: null, public: false, publicSlots: false, forecast: true },
  ...{ free: 0, occupied: 0, unknown: 0, outOfService: 0, total: 0, byUse: [], fill: null, coverage: null },
  ...{ alarms: 0, offline: 0 },
};
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
const refusing = () =>
  Promise.reject(new RequestError(418, { errors: [{ param: 'almostFullPct', msg: 'aboveFull' }] }));

describe.each(languages)('the form of a car park in %s', (language: Language) => {
  test('has its hours in the time zone of its site, as they are shown', async () => {
    const saved: LocationValues[] = [];
    const keep = async (values: LocationValues) => saved.push(values);
    await show(language, <LocationForm before={cairo} save={keep} cancelTo="/" />, { texts: ['sparking'] });
    await page.getByRole('switch', { name: t('alwaysOpen') }).click();
    await expect.element(page.getByText('Africa/Cairo')).toBeVisible();
    await expectAccessible();
    await save();
    await expect.poll(() => saved).toMatchObject([{ schedule: { timeZone: 'Africa/Cairo' } }]);
    const schedule = saved[0]?.schedule;
    if (schedule) await show(language, <OpeningHours of={schedule} />, { texts: ['sparking'] });
    await expect.element(page.getByText('Africa/Cairo')).toBeVisible();
  });

  test('says at the field that a car park is almost full before it is full', async () => {
    await show(language, <LocationForm before={cairo} save={refusing} cancelTo="/" />, { texts: ['sparking'] });
    const field = page.getByRole('textbox', { name: t('fields.almostFullPct') });
    await field.fill('99');
    await save();
    await expect.element(page.getByText(t('validation.aboveFull'))).toBeVisible();
    await expect.element(field).toHaveFocus();
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { type StoredVehicle, vehicle } from '../../common/vehicle/vehicle.ts';
import { VehicleForm } from './VehicleForm.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('fleet', key, values);
const depot = { id: 4, name: 'Al Quoz depot' };
const stored: StoredVehicle & { structure: typeof depot; usualDriver: null } = {
  ...{
    id: 9,
    companyId: 7,
    createdAt: '2026-03-01T08:00:00.000Z',
    name: 'Van 12',
    usualDriverId: null,
    usualDriver: null,
    structureId: 4,
    structure: depot,
  },
  plate: { country: 'SA', emirate: null, category: null, number: 'أ ب ح ١٢٣٤' },
  ...{ vin: null, type: 'van', make: 'Toyota', model: null, year: 2024, propulsion: 'diesel', tankLitres: 75 },
  ...{ batteryKwh: null, speedLimit: null, registrationNo: null, registrationExpires: null, insurer: null },
  ...{ policyNo: null, insuranceExpires: null, permits: [], state: 'active', papersUntil: null },
};

async function open(language: Language, before: typeof stored | undefined, answer: () => Response) {
  const closed: string[] = [];
  const sent = testServer({
    'GET /company/1/structure': [depot],
    'GET /company/1/structure/search': [depot],
    'PATCH /fleet/api/vehicle/9': answer,
    'POST /fleet/api/vehicle': answer,
  });
  await show(
    language,
    <main>
      <VehicleForm before={before} onClose={() => closed.push('closed')} />
    </main>,
    { texts: ['fleet', 'places'] },
  );
  return { sent, closed };
}
const done = () => Response.json({ data: stored });
const input = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
async function choose(field: string, option: string) {
  await page.getByRole('combobox', { name: t(field) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

beforeEach(() => sessionStore.set(permitted(vehicle.can('create'), vehicle.can('update'))));

describe.each(languages)('the form of a vehicle in %s', (language) => {
  test('sends what was changed, with nothing in place of empty texts', async () => {
    const { sent, closed } = await open(language, stored, done);
    await expect.element(input('plateNumber')).toHaveValue('أ ب ح ١٢٣٤');
    await input('columns.registrationNo').fill('7781204');
    await expectAccessible();
    await save();
    await expect.poll(() => closed).toEqual(['closed']);
    const {
      id: _,
      companyId: __,
      createdAt: ___,
      structure: ____,
      state: _____,
      papersUntil: ______,
      usualDriver: _______,
      ...fields
    } = stored;
    expect(bodiesOf(sent, 'PATCH', '/fleet/api/vehicle/9')).toEqual([{ ...fields, registrationNo: '7781204' }]);
  });

  test('asks for the emirate of plates of the United Arab Emirates, and for a battery only where there is one', async () => {
    const { sent } = await open(language, stored, done);
    expect(page.getByRole('combobox', { name: t('columns.plateEmirate') }).query()).toBeNull();
    const emirates = new Intl.DisplayNames(language, { type: 'region' }).of('AE') ?? '';
    await choose('columns.plateCountry', emirates);
    await save();
    await expect
      .element(page.getByRole('combobox', { name: t('columns.plateEmirate') }))
      .toHaveAttribute('aria-invalid', 'true');
    await choose('columns.plateEmirate', t('values.emirate.dubai'));
    await choose('columns.propulsion', t('values.propulsion.electric'));
    expect(input('columns.tankLitres').query()).toBeNull();
    await input('columns.batteryKwh').fill('64');
    await save();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/fleet/api/vehicle/9'))
      .toMatchObject([{ plate: { country: 'AE', emirate: 'dubai' }, propulsion: 'electric', batteryKwh: 64 }]);
  });

  test('says at the plate and the VIN that another vehicle has them, and takes permits', async () => {
    const taken = () =>
      refusal(418, {
        errors: [
          { param: 'plate', msg: 'taken' },
          { param: 'vin', msg: 'taken' },
        ],
      });
    const { sent } = await open(language, stored, taken);
    await page.getByRole('button', { name: t('addPermit') }).click();
    await input('permitKind').fill('Crane');
    await save();
    await expect.element(page.getByText(kit('validation.taken')).first()).toBeVisible();
    expect(page.getByText(kit('validation.taken')).elements()).toHaveLength(2);
    expect(bodiesOf(sent, 'PATCH', '/fleet/api/vehicle/9')).toMatchObject([
      { permits: [{ kind: 'Crane', number: '', expires: null }] },
    ]);
  });
});

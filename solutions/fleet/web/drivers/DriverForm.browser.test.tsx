import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { driver, type ShownDriver } from '../../common/drivers/driver.ts';
import { DriverForm } from './DriverForm.tsx';

const t = (key: string) => text('fleet', key);
const depot = { id: 4, name: 'Al Quoz depot' };
const before: ShownDriver = {
  ...{ id: 3, companyId: 1, createdAt: '2026-03-01T08:00:00.000Z', name: 'Rajesh Kumar', structureId: 4 },
  ...{ phone: null, employeeNo: 'E-17', licenceNo: null, licenceCategories: null, licenceExpires: null },
  ...{ emiratesId: '784-1990-1234567-6', emiratesIdExpires: null, state: 'active', notes: '' },
  ...{ papersUntil: null, structure: depot, vehicles: [] },
};

beforeEach(() => sessionStore.set(permitted(driver.can('create'), driver.can('update'))));

describe.each(languages)('the form of a driver in %s', (language: Language) => {
  test('warns of a card whose check digit does not fit, takes it, and refuses one in another form', async () => {
    const sent = testServer({
      'GET /company/1/structure': [depot],
      'GET /company/1/structure/search': [depot],
      'PATCH /fleet/api/driver-profile/3': before,
    });
    await show(
      language,
      <main>
        <DriverForm before={before} onClose={() => undefined} />
      </main>,
      { texts: ['fleet', 'places'] },
    );
    const card = page.getByRole('textbox', { name: t('columns.emiratesId'), exact: true });
    const save = page.getByRole('button', { name: kit('actions.save'), exact: true });
    await expect.element(card).toHaveValue('784-1990-1234567-6');
    await expect.element(page.getByText(t('doubtfulCard'))).not.toBeInTheDocument();
    await card.fill('784-1990');
    await save.click();
    await expect.element(page.getByText(t('validation.invalidEmiratesId'))).toBeVisible();
    await expectAccessible();
    await card.fill('784-1990-1234567-5');
    await expect.element(page.getByText(t('doubtfulCard'))).toBeVisible();
    await save.click();
    await expect.poll(() => bodiesOf(sent, 'PATCH', '/fleet/api/driver-profile/3')).toHaveLength(1);
    expect(bodiesOf(sent, 'PATCH', '/fleet/api/driver-profile/3')[0]).toMatchObject({
      emiratesId: '784-1990-1234567-5',
    });
  });
});

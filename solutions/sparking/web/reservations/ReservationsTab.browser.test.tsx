import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { group } from '../../common/group.ts';
import { reservation, type ShownReservation } from '../../common/reservation.ts';
import { ReservationsTab } from './ReservationsTab.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const wedding: ShownReservation = {
  ...{ id: 3, companyId: 1, createdAt: '2026-11-28T08:00:00.000Z', locationId: 9, groupId: 5, kind: 'reserved' },
  ...{ purpose: 'Wedding', fromAt: '2099-11-28T18:00:00.000Z', untilAt: '2099-11-28T23:00:00.000Z' },
  ...{ group: { id: 5, name: 'North' }, bays: ['A-01', 'A-02'], by: { id: 1, name: 'Mariam' } },
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

async function open(language: Language, rows: ShownReservation[] = [wedding]) {
  const sent = testServer({
    'GET /sparking/api/reservation': () => Response.json({ data: rows, totalRecords: rows.length }),
    'GET /sparking/api/group': () => Response.json({ data: [{ id: 5, name: 'North' }], totalRecords: 1 }),
    'POST /sparking/api/location/9/close': () => ({ ...wedding, id: 4, kind: 'closed' }),
    'POST /sparking/api/location/9/reservation': () => wedding,
    'DELETE /sparking/api/reservation/3': () => null,
  });
  await show(
    language,
    <main>
      <ReservationsTab location={{ id: 9, name: 'Qasr Mall' }} />
    </main>,
    { texts: ['sparking'] },
  );
  return () => sent.filter(({ method }) => method !== 'GET');
}

beforeEach(() =>
  sessionStore.set(
    permitted(group.can('read'), ...(['read', 'create', 'delete'] as const).map((action) => reservation.can(action))),
  ),
);

describe.each(languages)('the reservations of a car park in %s', (language: Language) => {
  test('are listed with their bays, and one to come is cancelled after a question', async () => {
    const sent = await open(language);
    await expect
      .element(page.getByText(t('reservation.bays', { count: 2, numbers: 'A-01, A-02' })).first())
      .toBeVisible();
    await expectAccessible();
    await page
      .getByRole('button', { name: t('actions.end') })
      .first()
      .click();
    await dialog()
      .getByRole('button', { name: t('reservation.cancel') })
      .click();
    await expect.poll(() => sent().map(({ path }) => path)).toEqual(['/sparking/api/reservation/3']);
  });

  test('close the car park until a time', async () => {
    const sent = await open(language);
    await button(t('closeUntil')).click();
    await expect.element(dialog().getByText(t('reservation.closeText', { name: 'Qasr Mall' }))).toBeVisible();
    await dialog()
      .getByRole('textbox', { name: t('fields.purpose') })
      .fill('Marathon');
    await dialog()
      .getByRole('button', { name: kit('actions.save') })
      .click();
    await expect.poll(() => sent()[0]?.body).toMatchObject({ purpose: 'Marathon', groupId: null });
  });

  test('reserve a number of bays of a group', async () => {
    const sent = await open(language);
    await button(t('reserveBays')).click();
    await dialog()
      .getByRole('textbox', { name: t('fields.purpose') })
      .fill('Wedding');
    await dialog()
      .getByRole('combobox', { name: t('fields.groupId') })
      .click();
    await page.getByRole('option', { name: 'North' }).click();
    await dialog()
      .getByRole('textbox', { name: t('fields.count') })
      .fill('5');
    await dialog()
      .getByRole('button', { name: kit('actions.save') })
      .click();
    await expect.poll(() => sent()[0]?.body).toMatchObject({ purpose: 'Wedding', groupId: 5, count: 5 });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { group } from '../common/group.ts';
import { reservation } from '../common/reservation.ts';
import { slot as entity, type ShownSlot } from '../common/slot.ts';
import { BaysTab } from './BaysTab.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const then = '2026-11-28T08:00:00.000Z';
const bayOf = (id: number, state: ShownSlot['state']): ShownSlot => ({
  ...{ id, companyId: 1, createdAt: then, locationId: 9, number: `A-0${id}`, code: null, floorId: 2, use: 'standard' },
  ...{ groupId: 5, group: { id: 5, name: 'North' }, floor: { id: 2, name: 'Level 1' }, maxStayMinutes: null },
  ...{ rules: [], reservedFor: null, charger: null, widthCm: null, outOfService: null, state, since: then },
  ...{ quality: 'measured', device: null, heardAt: null, reservation: null },
});

async function open(language: Language, at = '/') {
  const sent = testServer({
    'GET /user/parameter': {},
    'GET /sparking/api/slot': [bayOf(1, 'free'), bayOf(2, 'occupied')],
    'GET /sparking/api/slot/2': bayOf(2, 'occupied'),
    'GET /sparking/api/group': [
      { id: 5, name: 'North', floor: { id: 2, name: 'Level 1' } },
      { id: 6, name: 'South', floor: { id: 3, name: 'Level 2' } },
      { id: 7, name: 'East', floor: { id: 3, name: 'Level 2' } },
    ],
    'GET /company/1/structure/9/floor': [{ id: 4, name: 'Roof' }],
    'POST /sparking/api/location/9/reservation': {},
    'POST /sparking/api/slot/renumber': { changed: 2 },
  });
  await show(
    language,
    <main>
      <BaysTab location={{ id: 9, companyId: 1, name: 'Qasr Mall' }} />
    </main>,
    { texts: ['sparking'], at },
  );
  await expect.element(page.getByText('A-01')).toBeVisible();
  return sent;
}
const listed = (sent: Awaited<ReturnType<typeof open>>) =>
  sent.filter(({ path }) => path === '/sparking/api/slot').at(-1)?.query;

beforeEach(() =>
  sessionStore.set(permitted(entity.can('read'), entity.can('update'), group.can('read'), reservation.can('create'))),
);

describe.each(languages)('the bays of a car park in %s', (language: Language) => {
  test('are filtered by state, group and floor, which are those of the car park', async () => {
    const sent = await open(language, '/?state=out-of-service&groupId=6&floorId=3');
    expect(['state', 'groupId', 'floorId'].map((key) => listed(sent)?.get(key))).toEqual(['out-of-service', '6', '3']);
    for (const chosen of [t('values.state.out-of-service'), 'South', 'Level 2'])
      await expect.element(page.getByRole('button', { name: chosen })).toBeVisible();
    await page.getByRole('button', { name: 'South' }).click();
    await page.getByRole('combobox', { name: t('columns.groupId') }).click();
    for (const name of ['North', 'East'])
      await expect.element(page.getByRole('option', { name, exact: true })).toBeVisible();
    await expectAccessible();
    // A bay may be on a floor that no group has.
    await page.getByRole('button', { name: 'Level 2' }).click();
    await page.getByRole('combobox', { name: t('columns.floorId') }).click();
    await expect.element(page.getByRole('option', { name: 'Roof' })).toBeVisible();
  });

  test('are opened by their numbers, and the list stays as it was filtered', async () => {
    const sent = await open(language, '/?groupId=6');
    await page.getByRole('link', { name: 'A-02' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toHaveTextContent(t('values.quality.measured'));
    await dialog.getByRole('button', { name: kit('actions.close') }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(listed(sent)?.get('groupId')).toBe('6');
  });

  test('are reserved together', async () => {
    const sent = await open(language);
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: t('actions.reserve'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t('fields.purpose') }).fill('Wedding');
    await dialog.getByRole('button', { name: kit('actions.save') }).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/sparking/api/location/9/reservation'))
      .toMatchObject([{ purpose: 'Wedding', slotIds: [1, 2] }]);
  });

  test('are renumbered, and say how', async () => {
    const sent = await open(language);
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: t('actions.renumber'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(t('renumber.text', { count: 2 }))).toBeVisible();
    await dialog.getByRole('textbox', { name: t('fields.prefix') }).fill('B1-');
    await dialog.getByText(t('values.digitKind.arabic')).click();
    await expect.element(dialog.getByText('B1-٠٠٢')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: kit('actions.save') }).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/sparking/api/slot/renumber'))
      .toEqual([{ ids: [1, 2], prefix: 'B1-', from: 1, digits: 3, digitKind: 'arabic' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('are sorted by their state', async () => {
    const sent = await open(language);
    await page
      .getByRole('columnheader', { name: t('columns.state') })
      .getByRole('button')
      .click();
    await expect.poll(() => listed(sent)?.get('sort[state]')).toBe('asc');
    expect(listed(sent)?.get('locationId')).toBe('9');
    await expectAccessible();
  });
});

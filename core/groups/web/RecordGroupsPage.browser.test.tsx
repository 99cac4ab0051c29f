import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { page as declaredPage, defineApp } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { type RecordGroup, recordGroupRoutes } from '../common/record-group.ts';
import { RecordGroupsPage } from './RecordGroupsPage.tsx';

const vehicle = z.object({ id: z.number(), name: z.string() });
const read = canDo('tried.vehicle', 'read');
const groupRoutes = recordGroupRoutes({ name: 'tried.vehicle', table: 'tried_vehicle' }, '/vehicle-group');
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'truck',
  needs: ['groups'],
  routes: {
    vehicle: {
      list: route.list('/vehicle', {
        access: read,
        reply: vehicle,
        list: { search: ['name'], filter: ['groupId'], sort: ['name'] },
      }),
    },
    vehicleGroup: groupRoutes,
  },
  pages: [declaredPage('place', { access: read })],
});
const api = clientOf(app);
const columns = [columnsFor<z.infer<typeof vehicle>>().code('name')];
const Tried = () => (
  <RecordGroupsPage of={api.vehicleGroup} records={api.vehicle.list}>
    {(shown) => <ListPage of={api.vehicle} columns={columns} empty="place" {...shown} />}
  </RecordGroupsPage>
);

const group = (id: number, name: string, parentId: number | null, total: number): RecordGroup => ({
  ...{ id, name, parentId, total, members: total, companyId: 7, colour: 'grey' },
  createdAt: '2026-01-05T08:00:00.000Z',
});
const groups = [group(2, 'Cold chain', 1, 2), group(1, 'Trucks', null, 3), group(3, 'Vans', null, 0)];
const vehicles = [
  { id: 11, name: 'Truck 11' },
  { id: 12, name: 'Truck 12' },
];
const t = (key: string, values?: Record<string, unknown>) => text('groups', key, values);
const kit = (key: string) => text('kit', key);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (name: string) => page.getByRole('treeitem').filter({ hasText: name });

beforeEach(() => {
  registerApps([]);
  sessionStore.set(permitted(read, ...Object.values(groupRoutes).map(({ access }) => access)));
});

describe.each(languages)('the page of groups in %s', (language) => {
  const open = async (answers: Parameters<typeof testServer>[0] = {}, at = '') => {
    const sent = testServer({
      'GET /user/parameter': {},
      'GET /tried/vehicle-group': groups,
      'GET /tried/vehicle': vehicles,
      ...answers,
    });
    await showPages(language, app, { place: <Tried /> }, { at: `/tried/place${at}`, texts: ['groups'] });
    await expect.element(item('Vans')).toBeVisible();
    return sent;
  };
  const filtersOf = (sent: Awaited<ReturnType<typeof open>>) =>
    sent.filter(({ path }) => path === '/tried/vehicle').map(({ query }) => query.get('groupId'));

  test('shows the records of the chosen group, which the address keeps', async () => {
    const sent = await open();
    await expect.element(page.getByText('Truck 11').first()).toBeVisible();
    await expectAccessible();
    await item('Trucks').click();
    await expect.poll(() => filtersOf(sent)).toEqual([null, '1']);
    const again = await open({}, '?group=2');
    await expect.poll(() => filtersOf(again)).toContain('2');
    await expect.element(item('Cold chain')).toHaveAttribute('aria-selected', 'true');
  });

  test('makes a group within the chosen one', async () => {
    const sent = await open({ 'POST /tried/vehicle-group': group(9, 'Fast trucks', 1, 0) }, '?group=1');
    await button(t('new')).click();
    await expect.element(page.getByRole('combobox', { name: t('fields.parentId') })).toHaveValue('Trucks');
    await page.getByRole('textbox', { name: t('fields.name') }).fill('Fast trucks');
    await page.getByRole('radio', { name: t('values.colour.teal') }).click();
    await expectAccessible();
    await button(kit('actions.save')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/tried/vehicle-group'))
      .toEqual([{ name: 'Fast trucks', colour: 'teal', parentId: 1 }]);
  });

  test('offers a group only those around it that fit, and shows why another was refused', async () => {
    const errors = [{ param: 'parentId', msg: 'tooManyLevels' }];
    await open({ 'PATCH /tried/vehicle-group/1': refusal(418, { errors }) }, '?group=1');
    await button(kit('actions.edit')).click();
    await page.getByRole('combobox', { name: t('fields.parentId') }).click();
    await expect.element(page.getByRole('option', { name: 'Vans' })).toBeVisible();
    for (const name of ['Trucks', 'Cold chain']) expect(page.getByRole('option', { name }).elements()).toEqual([]);
    await page.getByRole('option', { name: 'Vans' }).click();
    await button(kit('actions.save')).click();
    await expect.element(page.getByText(t('validation.tooManyLevels')).first()).toBeVisible();
  });

  test('deletes the chosen group after it has said what becomes of its content', async () => {
    const sent = await open({ 'DELETE /tried/vehicle-group/2': new Response(null, { status: 204 }) }, '?group=2');
    await button(kit('actions.delete')).first().click();
    await expect.element(page.getByText(t('removeText'))).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: kit('actions.delete') })
      .click();
    await expect.poll(() => bodiesOf(sent, 'DELETE', '/tried/vehicle-group/2')).toHaveLength(1);
    // The group around it is chosen next.
    await expect.element(item('Trucks')).toHaveAttribute('aria-selected', 'true');
  });

  test('adds chosen records, and says what became of each', async () => {
    const results = [
      { id: 11, result: 'added' },
      { id: 12, result: 'unchanged' },
    ];
    const sent = await open({ 'POST /tried/vehicle-group/3/member': () => results }, '?group=3');
    await button(t('addMembers')).click();
    await page.getByRole('checkbox', { name: 'Truck 11' }).last().click();
    await page.getByRole('checkbox', { name: 'Truck 12' }).last().click();
    await expectAccessible();
    await button(t('add')).click();
    await expect.poll(() => bodiesOf(sent, 'POST', '/tried/vehicle-group/3/member')).toEqual([{ recordIds: [11, 12] }]);
    const added = t('results.added', { count: 1, shown: '1' });
    await expect.element(page.getByText(new RegExp(added)).first()).toBeVisible();
  });

  test('takes the selected records out of the group', async () => {
    const sent = await open(
      { 'POST /tried/vehicle-group/1/remove-member': () => [{ id: 11, result: 'removed' }] },
      '?group=1',
    );
    await expect.element(page.getByText('Truck 11').first()).toBeVisible();
    await page.getByRole('checkbox', { name: /Truck 11/ }).click();
    await button(t('actions.removeMembers')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/tried/vehicle-group/1/remove-member'))
      .toEqual([{ recordIds: [11] }]);
  });
});

test('people who may not change groups only look at them', async () => {
  sessionStore.set(permitted(read, groupRoutes.list.access));
  testServer({ 'GET /user/parameter': {}, 'GET /tried/vehicle-group': groups, 'GET /tried/vehicle': vehicles });
  await showPages('en', app, { place: <Tried /> }, { at: '/tried/place?group=1', texts: ['groups'] });
  await expect.element(item('Vans')).toBeVisible();
  for (const name of [t('new'), t('addMembers'), kit('actions.edit'), kit('actions.delete')])
    expect(button(name).elements()).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { permissionGroupRoutes } from '../common/permission-group.ts';
import { GroupsOfPerson } from './GroupsOfPerson.tsx';

const routes = permissionGroupRoutes('tried');
const { permissionGroup: calls } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    routes: { permissionGroup: routes },
    pages: [],
  }),
);
const layla = 21;
const viewers = { id: 3, name: 'Viewers', description: '', users: [{ id: layla }] };
const operators = { id: 4, name: 'مشغّلو المياه', description: '', users: [{ id: 30 }] };
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });

beforeEach(() => sessionStore.set(permitted(routes.list.access, routes.update.access)));

describe.each(languages)('the groups of a person in %s', (language) => {
  const open = () =>
    show(language, <GroupsOfPerson label="Groups" empty="None" calls={calls} personId={layla} />, {
      texts: ['permissions'],
    });

  test('are selected; selecting another adds the person to its people', async () => {
    let people = operators.users;
    const sent = testServer({
      'GET /tried/permissions-group': () => [viewers, { ...operators, users: people }],
      'PATCH /tried/permissions-group/4': ({ body }) => {
        people = (body as { users: number[] }).users.map((id) => ({ id }));
        return { ...operators, users: people };
      },
    });
    await open();
    await expect.element(box(viewers.name)).toBeChecked();
    await expect.element(box(operators.name)).not.toBeChecked();
    await box(operators.name).click();
    await expect.element(box(operators.name)).toBeChecked();
    await expectAccessible();
    await expect.poll(() => people).toEqual([{ id: 30 }, { id: layla }]);
    await box(operators.name).click();
    await expect.element(box(operators.name)).not.toBeChecked();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/tried/permissions-group/4'))
      .toEqual([{ users: [30, layla] }, { users: [30] }]);
  });

  test('are as before if the change was refused', async () => {
    testServer({
      'GET /tried/permissions-group': [viewers, operators],
      'PATCH /tried/permissions-group/4': refusal(500, { code: '00000500', msg: 'broken' }),
    });
    await open();
    await box(operators.name).click();
    await expect.element(page.getByText('broken').first()).toBeVisible();
    await expect.element(box(operators.name)).not.toBeChecked();
  });
});

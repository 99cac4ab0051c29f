import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type AppManifest, defineApp } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { permissions } from '../app.ts';
import { type PermissionGroup, type PermissionGroupChange, permissionGroupRoutes } from '../common/permission-group.ts';
import { PermissionGroupEditor } from './PermissionGroupEditor.tsx';

const routes = permissionGroupRoutes('tried');
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: { permissionGroup: routes },
  pages: [],
});
const calls = clientOf(app).permissionGroup;
const path = '/tried/permissions-group/3';
const entity = 'operational-alarm';

const noor = { id: 4, firstName: 'Noor', lastName: 'Saif', email: 'noor@company.test' };

/** The server: a group, which changes unless `isBroken`. */
function server(isBroken = false): readonly Sent[] {
  let group: PermissionGroup = {
    id: 3,
    companyId: 7,
    app: 'tried',
    name: 'Guards',
    description: '',
    everyone: false,
    users: [],
    exceptions: [],
    resources: [{ id: '*' }],
    permissions: {},
    createdAt: '2026-03-01T08:00:00.000Z',
  };
  return testServer({
    [`GET ${path}`]: () => group,
    'GET /tried/permissions-group/metadata': [
      {
        entity,
        actions: [
          { action: 'read', needs: [] },
          { action: 'acknowledge', needs: ['read'] },
        ],
      },
    ],
    'GET /tried/permissions-group/users': [noor],
    [`PATCH ${path}`]: ({ body }) => {
      if (isBroken) return refusal(500, { code: '00000500', msg: 'broken' });
      const { permissions = group.permissions, everyone = group.everyone, exceptions } = body as PermissionGroupChange;
      group = {
        ...group,
        permissions,
        everyone,
        exceptions: exceptions ? exceptions.map((id) => ({ ...noor, id })) : group.exceptions,
      };
      return group;
    },
  });
}

function Editor() {
  const { data } = useData(calls.get, { params: { id: 3 } });
  const source = { app: app as unknown as AppManifest, calls };
  return data ? <PermissionGroupEditor source={source} group={data} structures={() => null} /> : null;
}

const word = (key: string) => text('permissions', `permissions.${key}`);
const box = (action: string) => page.getByRole('checkbox', { name: `${word(entity)}: ${word(action)}`, exact: true });

beforeEach(() => {
  registerApps([permissions as unknown as AppManifest]);
  sessionStore.set(permitted(routes.get.access, routes.update.access));
});

describe.each(languages)('the permissions of a group in %s', (language: Language) => {
  const open = () => show(language, <Editor />, { texts: ['permissions'] });

  test('bring what an action needs, which stays when the action is switched off', async () => {
    const sent = server();
    await open();
    await box('acknowledge').click();
    await expect.element(box('read')).toBeChecked();
    await expectAccessible();
    await box('acknowledge').click();
    await expect.element(box('acknowledge')).not.toBeChecked();
    await expect.element(box('read')).toBeChecked();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', path))
      .toEqual([{ permissions: { [entity]: ['acknowledge', 'read'] } }, { permissions: { [entity]: ['read'] } }]);
  });

  test('are as before if they could not be saved', async () => {
    const sent = server(true);
    await open();
    await box('acknowledge').click();
    await expect.element(page.getByText('broken').first()).toBeVisible();
    await expect.element(box('acknowledge')).not.toBeChecked();
    await expect.element(box('read')).not.toBeChecked();
    expect(bodiesOf(sent, 'PATCH', path)).toHaveLength(1);
  });
});

describe.each(languages)('the people of a group in %s', (language: Language) => {
  const t = (key: string) => text('permissions', key);
  const everyone = () => page.getByRole('switch', { name: t('fields.everyone') });
  const person = () => page.getByRole('checkbox', { name: 'Noor Saif' });

  test('are everyone, except those who are taken out', async () => {
    const sent = server();
    await show(language, <Editor />, { texts: ['permissions'] });
    await expect.element(page.getByRole('list', { name: t('fields.users') })).toBeVisible();
    await everyone().click();
    await expect.element(page.getByRole('list', { name: t('fields.exceptions') })).toBeVisible();
    await expectAccessible();
    await person().click();
    await expect.element(person()).toBeChecked();
    await everyone().click();
    await expect.element(page.getByRole('list', { name: t('fields.users') })).toBeVisible();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', path))
      .toEqual([{ everyone: true }, { exceptions: [4] }, { everyone: false }]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import type { StaffMember } from '../../../common/staff.ts';
import { StaffPanel } from './StaffPanel.tsx';

const person: StaffMember = {
  id: 3,
  companyId: 7,
  email: 'noor@company.test',
  firstName: 'Noor',
  lastName: 'Saif',
  phone: null,
  locale: 'en',
  role: 'Viewer',
  status: 'active',
  fleetRole: null,
  appRoles: { tried: 'visitor' },
  phoneVerified: false,
  expiresAt: null,
  lastLoginAt: null,
  secondFactor: false,
  invited: false,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const app = (id: string, personRoles?: readonly string[]) =>
  defineApp({
    id,
    brand: 'Rooms',
    web: `/${id}`,
    api: `/${id}`,
    icon: 'door',
    needs: [],
    routes: {},
    pages: [],
    ...(personRoles ? { personRoles } : {}),
  });
const t = (key: string) => text('accounts', key);
const [update, assign] = [canDo('company.user', 'update'), canDo('company.user', 'assign-role')];
const roleIn = () => page.getByRole('combobox', { name: 'Rooms', exact: true });
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();

beforeEach(() => {
  registerApps([app('tried', ['guard', 'visitor']), app('plain'), app('elsewhere', ['guard'])]);
  sessionStore.set(permitted(update, assign));
});

describe.each(languages)('a person of the company in %s', (language) => {
  const open = async () => {
    const sent = testServer({
      'GET /company/7': { countryId: null, apps: ['tried', 'plain'] },
      'GET /country': [],
      'PUT /company/7/user/3/app-role': {},
      'PATCH /company/7/user/3': {},
    });
    const panel = <StaffPanel companyId={7} person={person} onClose={() => undefined} />;
    await show(language, panel, { texts: ['accounts'] });
    return sent;
  };

  test('is given another role in an app of the company, and loses it', async () => {
    const sent = await open();
    await expect.element(roleIn()).toHaveValue(text('tried', 'personRoles.visitor'));
    await expectAccessible();
    await roleIn().click();
    await page.getByRole('option', { name: text('tried', 'personRoles.guard') }).click();
    await save();
    const path = '/company/7/user/3/app-role';
    await expect.poll(() => bodiesOf(sent, 'PUT', path)).toEqual([{ app: 'tried', role: 'guard' }]);
    await expect.poll(() => bodiesOf(sent, 'PATCH', '/company/7/user/3')).toHaveLength(1);
    expect(bodiesOf(sent, 'PATCH', '/company/7/user/3')).toEqual([
      expect.not.objectContaining({ appRoles: expect.anything() }),
    ]);
    await roleIn().click();
    await page.getByRole('option', { name: t('staff.noAppRole') }).click();
    await save();
    await expect.poll(() => bodiesOf(sent, 'PUT', path).at(-1)).toEqual({ app: 'tried', role: null });
  });

  test('keeps the roles in apps where the administrator may not assign them', async () => {
    sessionStore.set(permitted(update));
    const sent = await open();
    await expect.element(page.getByRole('textbox', { name: t('fields.firstName') })).toBeVisible();
    await expect.element(roleIn()).not.toBeInTheDocument();
    await save();
    await expect.poll(() => bodiesOf(sent, 'PATCH', '/company/7/user/3')).toHaveLength(1);
    expect(bodiesOf(sent, 'PUT', '/company/7/user/3/app-role')).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { type Guest, guestRoutes, guestsPage } from '../../common/guest.ts';
import { GuestsPage, type SubjectsInput } from './GuestsPage.tsx';

const guest: Guest = {
  id: 3,
  companyId: 7,
  email: 'lina@guest.test',
  firstName: 'Lina',
  lastName: 'Saif',
  phone: null,
  locale: 'en',
  status: 'inactive',
  guestRole: 'visitor',
  subjects: [{ type: 'room', id: 7 }],
  invited: true,
  expiresAt: null,
  lastLoginAt: null,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const routes = guestRoutes('tried');
const app = defineApp({
  id: 'tried',
  brand: 'Rooms',
  web: '/tried',
  api: '/tried',
  icon: 'door',
  needs: ['accounts'],
  guestRoles: ['guard', 'visitor'],
  routes: { guest: routes },
  pages: [guestsPage('tried', { order: 1 })],
});
const t = (key: string) => text('accounts', key);
const role = (name: string) => text('tried', `guestRoles.${name}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });

const Subjects: SubjectsInput = ({ value, onChange }) => (
  <button type="button" onClick={() => onChange([...value, { type: 'room', id: 9 }])}>
    rooms {value.length}
  </button>
);

beforeEach(() => {
  registerApps([]);
  sessionStore.set(permitted(...Object.values(routes).map(({ access }) => access)));
});

describe.each(languages)('the guests of an app in %s', (language) => {
  const open = async () => {
    const sent = testServer({
      'GET /user/parameter': {},
      'GET /country': [],
      'GET /tried/guest': [guest],
      'POST /tried/guest': guest,
      'PATCH /tried/guest/3': guest,
      'POST /tried/guest/3/invite': null,
      'POST /user/validate-email': { free: true },
      'POST /user/validate-phone': { valid: true, international: null },
    });
    const pages = { 'guests/list': <GuestsPage Subjects={Subjects} /> };
    await showPages(language, app, pages, { at: '/tried/guests/list', texts: ['accounts', 'tried'] });
    return sent;
  };

  test('are listed with their role, and are invited again', async () => {
    const sent = await open();
    await expect.element(page.getByText(role('visitor')).first()).toBeVisible();
    await expect.element(page.getByText(t('staff.invited')).first()).toBeVisible();
    await expectAccessible();
    await button(t('actions.inviteAgain')).click();
    await expect.poll(() => bodiesOf(sent, 'POST', '/tried/guest/3/invite')).toHaveLength(1);
  });

  test('are invited with a role and records of the app', async () => {
    const sent = await open();
    await button(t('guests.add')).first().click();
    await page.getByRole('textbox', { name: t('fields.firstName') }).fill('Omar');
    await page.getByRole('textbox', { name: t('fields.lastName') }).fill('Said');
    await page.getByRole('textbox', { name: t('fields.email') }).fill('omar@guest.test');
    await page.getByRole('combobox', { name: t('fields.guestRole') }).click();
    await page.getByRole('option', { name: role('visitor') }).click();
    await page.getByRole('button', { name: 'rooms 0' }).click();
    await expectAccessible();
    await button(t('staff.invite')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/tried/guest'))
      .toEqual([
        expect.objectContaining({
          firstName: 'Omar',
          email: 'omar@guest.test',
          guestRole: 'visitor',
          subjects: [{ type: 'room', id: 9 }],
        }),
      ]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { deviceApp } from '#core/device-app/common/device-app.ts';
import { type AppManifest, page as appPage, defineApp } from '#platform/common/define-app.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { type Answer, bodiesOf, refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { accessRoutes } from '../../common/access.ts';
import { type AccessMode, accessModes } from '../../common/grant-state.ts';
import { GrantAccessPage } from './GrantAccessPage.tsx';

const path = 'access-management/grant-access';
const parts = deviceApp('tried');
const app = defineApp({
  ...parts,
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: { ...parts.routes, ...accessRoutes('tried') },
  pages: [appPage(path, { access: 'signed-in' })],
}) as unknown as AppManifest;

const locks = ['Front door', 'Cold store', 'Server room'].map((name, n) => ({ id: n + 1, name, structure: null }));
const holder = { key: 'user-21', id: null, userId: 21, name: 'Layla Nasser', contact: null, grants: 0 };
const schedule = { id: 31, name: 'Office hours' };

/** What the server is asked to create, by kind of access. The times depend on the clock. */
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const deviceIds = [2];
const ofPerson = { deviceIds, holder: { userId: holder.userId }, methods: ['app'] };
const bodies: Record<AccessMode, object> = {
  fulltime: { ...ofPerson, mode: 'fulltime', from: at },
  scheduled: { ...ofPerson, mode: 'scheduled', from: at, scheduleId: schedule.id },
  'public-temporary': { deviceIds, methods: ['link'], mode: 'public-temporary', from: at, to: at, maxUses: 10 },
  onetime: { deviceIds, methods: ['link'], mode: 'onetime', from: at, to: at },
  'calendar-mode': { ...ofPerson, mode: 'calendar-mode', windows: [{ from: at, to: at }] },
};

/** The server: it gives the access that it is asked for. */
const server = (create: (request: Sent) => Answer): readonly Sent[] =>
  testServer({
    'GET /tried/device': ({ query }) => locks.filter(({ name }) => name.includes(query.get('search') ?? '')),
    'GET /tried/user-access/holder': [holder],
    'GET /schedule': [schedule],
    'GET /geofence': [],
    'POST /tried/user-access': create,
  });
const given = ({ body }: Sent) => ({
  ...(body as object),
  id: 77,
  credentials: [{ device: { id: 2, name: 'Cold store' } }],
  secrets: { pin: null, linkPin: null, links: [] },
});

const t = (key: string) => text('access', key);
const create = (sent: readonly Sent[]) => bodiesOf(sent, 'POST', '/tried/user-access');

async function press(locator: Locator, key: string): Promise<void> {
  await expect.element(locator).toBeVisible();
  locator.element().focus();
  await userEvent.keyboard(`{${key}}`);
}

/** Chooses an option of a select by the arrow keys. */
async function choose(field: string, option: string): Promise<void> {
  await press(page.getByRole('combobox', { name: field }), 'ArrowDown');
  await expect.element(page.getByRole('option', { name: option, exact: true })).toBeVisible();
  const marked = () => document.querySelector('[role="option"][data-combobox-selected]')?.textContent;
  for (let n = 0; n < accessModes.length && marked() !== option; n++) await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe(option);
  await userEvent.keyboard('{Enter}');
}

async function chooseLock(name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  const box = page.getByRole('checkbox', { name, exact: true });
  await expect.poll(() => page.getByRole('checkbox', { name: 'Front door' }).elements()).toEqual([]);
  await press(box, 'Space');
  await expect.element(box).toBeChecked();
}

beforeEach(() => {
  const company = { id: 7, name: 'Reem', type: 'Customer', timeZone: 'Asia/Dubai', providers: [] } as const;
  sessionStore.set({ me: { ...testMe(), company }, index: {} });
});

async function open(language: Language): Promise<void> {
  await showPages(
    language,
    app,
    { [path]: <GrantAccessPage /> },
    { at: `/tried/${path}`, texts: ['access', 'schedules', 'places'] },
  );
  await page.viewport(390, 844);
}

describe.each(languages)('the form of an access in %s', (language) => {
  for (const mode of accessModes)
    test(`gives access of the kind ${mode} on a phone without a mouse`, async () => {
      const sent = server(given);
      await open(language);
      if (mode !== 'fulltime') await choose(t('fields.mode'), t(`values.mode.${mode}`));
      await expect.element(page.getByText(t(`modeHint.${mode}`))).toBeVisible();
      if ('holder' in bodies[mode]) await choose(t('fields.holder'), holder.name);
      await chooseLock('Cold store');
      if (mode === 'scheduled') await choose(t('columns.schedule'), schedule.name);
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      await press(page.getByRole('button', { name: t('actions.give'), exact: true }), 'Enter');
      const shown = page.getByRole('link', { name: t('given.show') });
      await expect.element(shown).toHaveAttribute('href', '/tried/access-management/accesses-list?grant=77');
      expect(create(sent)).toEqual([bodies[mode]]);
    });

  test('asks for a lock first, and shows under its field what the server refuses', async () => {
    const errors = [{ param: 'methods', msg: 'appNeedsPerson' }];
    const sent = server(() => refusal(418, { errors }));
    await open(language);
    const give = page.getByRole('button', { name: t('actions.give'), exact: true });
    await expect.element(give).toBeDisabled();
    await chooseLock('Cold store');
    await give.click();
    await expect.element(page.getByText(t('validation.appNeedsPerson')).first()).toBeVisible();
    expect(create(sent)).toHaveLength(1);
    await expect.element(give).toBeEnabled();
  });
});

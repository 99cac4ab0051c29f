import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { accounts } from '../../app.ts';
import { type Retained, retentionRoutes } from '../../common/retention.ts';
import { RetentionPage } from './RetentionPage.tsx';

const links: Retained = {
  app: 'accounts',
  name: 'links',
  days: 60,
  min: 1,
  max: 400,
  default: 90,
  id: 3,
  legalBasis: 'Law 45',
  setBy: { id: 4, name: 'Lina Saif' },
  impersonatedBy: null,
  setAt: '2026-01-05T08:00:00.000Z',
  version: 2,
  run: {
    beganAt: '2026-02-05T02:41:00.000Z',
    endedAt: '2026-02-05T02:42:00.000Z',
    rows: 1234,
    files: 56,
    oldestLeft: null,
  },
};
const fixed: Retained = {
  ...{ app: 'tried', name: 'visits', days: 730, min: 730, max: 730, default: 730, id: null, legalBasis: '' },
  ...{ setBy: null, impersonatedBy: null, setAt: null, version: 0, run: null },
};
const tried = defineApp({
  ...{ id: 'tried', brand: 'Rooms', web: '/tried', api: '/tried', icon: 'door', needs: [], routes: {}, pages: [] },
  retention: { visits: { min: 730, default: 730, max: 730 } },
});
const t = (key: string, values?: Record<string, unknown>) => text('accounts', key, values);
const change = () => page.getByRole('button', { name: t('retention.changeOf', { name: t('retained.links') }) });

beforeEach(() => {
  registerApps([accounts, tried]);
  const { me, index } = permitted(...Object.values(retentionRoutes).map(({ access }) => access));
  sessionStore.set({ me: testMe({ mask: me.session.mask, user: { isAdmin: true } }), index });
});

describe.each(languages)('the retention of a company in %s', (language) => {
  const open = async (all: Retained[]) => {
    const sent = testServer({ 'GET /user/parameter': {}, 'GET /retention': all, 'PUT /retention': links });
    const pages = { retention: <RetentionPage /> };
    await showPages(language, accounts, pages, { at: '/core/retention', texts: ['accounts', 'tried'] });
    return sent;
  };

  test('shows the days, who set them by what law, and what the last run has removed', async () => {
    await open([links, fixed]);
    await expect.element(page.getByText('Law 45')).toBeVisible();
    await expect.element(page.getByText(t('retention.days', { count: 60 }))).toBeVisible();
    await expect.element(page.getByText('Lina Saif', { exact: false })).toBeVisible();
    await expect.element(page.getByText('1,234')).toBeVisible();
    await expect.element(page.getByText(text('tried', 'retained.visits'))).toBeVisible();
    await expect.element(page.getByText(t('retention.fixed'))).toBeVisible();
    await expect.element(page.getByText(t('retention.never'))).toBeVisible();
    expect(page.getByRole('button', { name: t('retention.change') }).elements()).toHaveLength(1);
    await expectAccessible();
  });

  test('is changed within its bounds and with a legal basis', async () => {
    const sent = await open([links]);
    await change().click();
    const days = page.getByRole('textbox', { name: t('fields.days') });
    await days.fill('401');
    await page.getByRole('textbox', { name: t('fields.legalBasis') }).fill('');
    const save = page.getByRole('button', { name: kit('actions.save'), exact: true });
    await save.click();
    await expect.element(page.getByText(kit('validation.Required')).first()).toBeVisible();
    await expectAccessible();
    expect(bodiesOf(sent, 'PUT', '/retention')).toEqual([]);
    await days.fill('30');
    await page.getByRole('textbox', { name: t('fields.legalBasis') }).fill('Law 46');
    await save.click();
    await expect
      .poll(() => bodiesOf(sent, 'PUT', '/retention'))
      .toEqual([{ app: 'accounts', name: 'links', days: 30, legalBasis: 'Law 46', version: 2 }]);
  });

  test('is explained if there is none', async () => {
    await open([]);
    await expect.element(page.getByText(t('empty.retention.title'))).toBeVisible();
    await expectAccessible();
  });
});

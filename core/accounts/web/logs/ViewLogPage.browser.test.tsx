import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages, tried } from '#platform/web/test-render.tsx';
import { refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { accounts } from '../../app.ts';
import { type ViewLine, viewLogRoutes } from '../../common/view-log.ts';
import { ViewLogPage } from './ViewLogPage.tsx';

const seen: ViewLine = {
  id: 1,
  companyId: 7,
  createdAt: '2026-03-01T08:00:00.000Z',
  user: { id: 4, name: 'Lina Saif' },
  impersonatedBy: null,
  app: 'tried',
  kind: 'visits',
  subject: { type: 'users', id: 9, name: 'Noor Hadi' },
  through: { type: 'device', id: 3, name: 'Tag 3' },
  from: '2026-02-01T08:00:00.000Z',
  to: '2026-02-02T08:00:00.000Z',
  reason: 'Lost badge',
};
const unnamed: ViewLine = {
  ...{ ...seen, id: 2, kind: 'photo', through: null, from: null, to: null, reason: null },
  subject: { type: 'users', id: 8, name: null },
};
const visitors = defineApp({
  ...{ id: 'tried', brand: 'Rooms', web: '/tried', api: '/tried', icon: 'door', needs: [], routes: {}, pages: [] },
  viewLogs: { visits: {}, photo: {} },
});
const t = (key: string) => text('accounts', key);

beforeEach(() => {
  registerApps([accounts, visitors]);
  sessionStore.set(permitted(viewLogRoutes.list.access));
});

describe.each(languages)('the log of views in %s', (language) => {
  const open = async (lines: ViewLine[] | ((sent: Sent) => Response | ViewLine[])) => {
    const sent = testServer({ 'GET /user/parameter': {}, 'GET /view-log': lines });
    const pages = { 'users/access-log/views': <ViewLogPage /> };
    await showPages(language, accounts, pages, { at: '/core/users/access-log/views', texts: ['accounts', 'tried'] });
    return sent;
  };
  const rowOf = (shown: string) => page.getByRole('row').filter({ hasText: shown });

  test('shows who viewed what about whom, through what, for which period and why', async () => {
    await open([seen, unnamed]);
    const row = rowOf('Noor Hadi · Tag 3');
    await expect.element(row).toHaveTextContent('Lina Saif');
    await expect.element(row).toHaveTextContent(tried('viewKinds.visits'));
    await expect.element(row).toHaveTextContent('Lost badge');
    await expect.element(row).not.toHaveTextContent(t('viewLog.present'));
    // A record without a name, as it was at the time.
    await expect.element(rowOf('#8')).toHaveTextContent(tried('viewKinds.photo'));
    await expect.element(rowOf('#8')).toHaveTextContent(t('viewLog.present'));
    await expectAccessible();
  });

  test('says that there are none', async () => {
    await open([]);
    await expect.element(page.getByText(t('empty.viewLog.title'))).toBeVisible();
    await expectAccessible();
  });

  test('says that it could not be loaded, and loads it again', async () => {
    let failing = true;
    await open(() => (failing ? refusal(500, { code: '00000500', msg: 'broken' }) : [seen]));
    await expect.element(page.getByText(kit('list.failed'))).toBeVisible();
    failing = false;
    await page.getByRole('button', { name: kit('actions.retry') }).click();
    await expect.element(rowOf('Noor Hadi')).toBeVisible();
  });

  test('is filtered by a kind of an app', async () => {
    const sent = await open(({ query }: Sent) =>
      [seen, unnamed].filter(({ app, kind }) => (query.get('kind') ?? `${app}.${kind}`) === `${app}.${kind}`),
    );
    await expect.element(rowOf('#8')).toBeVisible();
    await page.getByRole('button', { name: kit('list.addFilter') }).click();
    await page.getByRole('combobox', { name: t('columns.viewKind') }).click();
    await page.getByRole('option', { name: tried('viewKinds.visits') }).click();
    await page.getByRole('button', { name: kit('actions.apply') }).click();
    await expect.element(rowOf('#8')).not.toBeInTheDocument();
    await expect.element(rowOf('Noor Hadi')).toBeVisible();
    expect(
      sent
        .filter(({ path }) => path === '/view-log')
        .at(-1)
        ?.query.get('kind'),
    ).toBe('tried.visits');
  });
});

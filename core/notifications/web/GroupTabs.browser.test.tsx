import { beforeEach, describe, expect, test } from 'vitest';
import { page as shown } from 'vitest/browser';
import type { Access } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages, tried } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { notifications } from '../app.ts';
import { groupsPath } from '../common/group-desk.ts';
import { notificationGroupRoutes, notificationWebhookRoutes } from '../common/notification-group.ts';
import { useGroupTabsOf } from './group-tabs.ts';
import { GroupsPage } from './groups/GroupsPage.tsx';

const readTimes = canDo('tried.times', 'read');
const app = defineApp({
  ...{ id: 'tried', brand: 'Tried', web: '/tried', api: '/tried', icon: 'box', needs: [] },
  routes: {
    notificationGroup: notificationGroupRoutes('tried'),
    notificationWebhook: notificationWebhookRoutes('tried'),
  },
  pages: [page('place', { access: readTimes })],
  groupTabs: ['place'],
});
const readGroups = canDo('tried.notifications-group', 'read');
const t = (key: string) => text('notifications', key);
const tab = (name: string) => shown.getByRole('tab', { name });

const TimesPage = () => <PageFrame tabs={useGroupTabsOf(app)}>–</PageFrame>;

const server = () =>
  testServer({
    'GET /events': new Response(new ReadableStream()),
    'GET /app-notifications-group': [],
    'GET /app-permissions-group': [],
    'GET /user/parameter': () => Response.json({ data: {} }),
  });
const may = (...accesses: Access[]) => {
  const { me, ...state } = permitted(...accesses);
  sessionStore.set({ ...state, me: { ...me, session: { ...me.session, apps: ['tried'] } } });
};
beforeEach(() => {
  registerApps([app, notifications]);
  may(readGroups, readTimes);
  server();
});

describe.each(languages)('the tabs next to the groups of an app in %s', (language) => {
  const texts = { texts: ['notifications', 'permissions', 'mail-plans'] };
  const openGroups = () =>
    showPages(
      language,
      notifications,
      { [groupsPath]: <GroupsPage /> },
      { at: `/core/${groupsPath}?app=tried`, ...texts },
    );

  test('lead to the pages that it declares, which have the groups as tabs', async () => {
    await openGroups();
    await expect.element(tab(t('groups.tabs.notification'))).toHaveAttribute('aria-selected', 'true');
    await expectAccessible();
    await tab(tried('pages.place')).click();
    await expect.element(shown.getByTestId('opened')).toBeInTheDocument();
    await showPages(language, app, { place: <TimesPage /> }, { at: '/tried/place', ...texts });
    await expect.element(tab(tried('pages.place'))).toHaveAttribute('aria-selected', 'true');
    await tab(t('groups.tabs.notification')).click();
    await expect.element(shown.getByTestId('opened')).toBeInTheDocument();
  });

  test('are those that the person may open', async () => {
    may(readGroups);
    await openGroups();
    await expect.element(tab(t('groups.tabs.notification'))).toBeVisible();
    await expect.element(tab(tried('pages.place'))).not.toBeInTheDocument();
    may(readTimes);
    await showPages(language, app, { place: <TimesPage /> }, { at: '/tried/place', ...texts });
    await expect.element(shown.getByText('–', { exact: true })).toBeVisible();
    await expect.element(shown.getByRole('tab')).not.toBeInTheDocument();
  });
});

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { listenForShortcuts } from '#platform/web/shell/keyboard/shortcuts.ts';
import { show, tried } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { type AlarmDetail, alarmRoutes } from '../common/alarm.ts';
import { standard } from '../common/standard-actions.ts';
import { AlarmActions } from './panel/AlarmActions.tsx';

const reject = {
  ...standard('reject').reject,
  fields: { station: { kind: 'choice', options: ['north', 'south'] } },
} as const;
const doors = { path: '/door', page: 'doors', actions: { ...standard('comment', 'terminate'), reject } } as const;
const routes = alarmRoutes('tried', 'doors', doors);
const app = defineApp({
  ...{ id: 'tried', brand: 'Tried', web: '/tried', api: '/tried', icon: 'box', needs: [], pages: [] },
  routes: { doorAlarm: routes },
  alarmClasses: { doors },
});
const at = '2026-03-01T08:00:00.000Z';
const alarm: AlarmDetail = {
  ...{ id: 3, companyId: 7, app: 'tried', class: 'doors', kind: 'forced-door', severity: 'problem', rank: 1 },
  ...{ condition: 'active', acknowledged: true, acknowledgedBy: null, disposition: 'open', escalatedTo: null },
  ...{ count: 1, firstAt: at, lastAt: at, clearedAt: null, closedAt: null, closedBySystem: false },
  ...{ subject: { type: 'room', id: 9, name: 'Vault' }, device: null, structure: null, sensor: null, value: null },
  ...{ limit: null, rule: null, outcome: null, names: null, desk: null, party: null, events: [], message: null },
  ...{ guidance: null, trigger: null, floor: null, parties: [], actions: ['comment', 'terminate', 'reject'] },
};
const t = (key: string) => text('alarms', key);

test.each(languages)(
  'an action has the name that the app gives it for alarms, also if the app uses its word for something else, in %s',
  async (language) => {
    sessionStore.set(permitted(...Object.values(routes).map(({ access }) => access)));
    testServer({ 'GET /alarm/unacknowledged/count': { count: 0, messages: 0 } });
    const stop = listenForShortcuts();
    await show(language, <AlarmActions alarm={alarm} app={app} />, { texts: ['alarms', 'tried'] });
    await page.getByRole('button', { name: t('resolve.title') }).click();
    await expect.element(page.getByRole('menuitem', { name: t('actions.terminate') })).toBeVisible();
    await page.getByRole('menuitem', { name: tried('alarmActions.reject') }).click();
    const form = page.getByRole('form', { name: tried('alarmActions.reject') });
    await expect.element(form).toBeVisible();
    await expect.element(page.getByText(tried('actions.reject'), { exact: true })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    stop();
  },
);

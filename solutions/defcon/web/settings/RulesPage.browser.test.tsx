import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Access } from '#platform/common/access.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { defcon } from '../../app.ts';
import { type IntrusionSetting, settingOfKind, usualSettings } from '../../common/settings/setting.ts';
import { settingRoutes } from '../../common/settings/setting-routes.ts';
import { RulesPage } from './RulesPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
const usual = (kind: IntrusionSetting['kind']) => settingOfKind(kind, { ...usualSettings, version: 3 });
const address = '/defcon/intrusion-setting';

async function open(language: Language, stored: IntrusionSetting) {
  const sent = testServer({ [`GET ${address}`]: () => stored, [`PUT ${address}`]: () => ({ ...stored, version: 4 }) });
  await show(
    language,
    <main>
      <RulesPage />
    </main>,
    { texts: ['defcon'] },
  );
  return sent;
}
const input = (name: string) => page.getByRole('textbox', { name, exact: true });
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
const saved = (sent: Awaited<ReturnType<typeof open>>) => expect.poll(() => bodiesOf(sent, 'PUT', address));

/** A person with a company. */
function may(...accesses: readonly Access[]) {
  const { me, ...state } = permitted(...accesses);
  sessionStore.set({ ...state, me: testMe({ ...me.session, actingFor: 7, apps: ['defcon'] }) });
}
beforeEach(() => may(settingRoutes.get.access, settingRoutes.update.access));

describe.each(languages)('the rules and times in %s', (language) => {
  test('of a security company are times by priority and targets', async () => {
    const stored = usual('security');
    const sent = await open(language, stored);
    const cell = (field: string, row: string) => input(`${t(`fields.${field}`)}: ${row}`);
    const second = t('rules.priorityNumber', { number: 2 });
    await expect.element(cell('ackSeconds', second)).toHaveValue(`60${t('secondsSuffix')}`);
    await cell('ackSeconds', second).fill('45');
    await cell('urgentTargets', t('rules.targetShare', { share: '98.5' })).fill('20');
    await save();
    await expect.element(page.getByText(t('validation.targetOrder')).first()).toBeVisible();
    await cell('urgentTargets', t('rules.targetShare', { share: '98.5' })).fill('50');
    await save();
    await saved(sent).toEqual([{ ...stored, ackSeconds: [30, 45, 120, 1800], urgentTargets: [30, 50] }]);
    await expectAccessible();
  });

  test('of a customer are what others may do with its panels', async () => {
    const stored = usual('customer');
    const sent = await open(language, stored);
    await page.getByRole('switch', { name: t('fields.remoteDisarm') }).click();
    await save();
    await saved(sent).toEqual([{ ...stored, remoteDisarm: false }]);
  });

  test('of a headquarters have fees by the number of false alarms', async () => {
    const stored = usual('headquarters');
    const sent = await open(language, stored);
    for (const _ of [1, 2]) await page.getByRole('button', { name: t('rules.addBand') }).click();
    await input(t('rules.fromNumber', { number: 2 })).fill('6');
    await input(t('rules.feeNumber', { number: 2 })).fill('500');
    await save();
    const feeBands = [
      { from: 1, feeAed: 0 },
      { from: 6, feeAed: 500 },
    ];
    await saved(sent).toEqual([{ ...stored, feeBands }]);
  });

  test('are only shown to those who may not change them', async () => {
    may(settingRoutes.get.access);
    await open(language, usual('security'));
    const numbers = [30, 60, 120].map((seconds) => `${seconds}${t('secondsSuffix')}`).join(' · ');
    await expect.element(page.getByText(numbers)).toBeVisible();
    const kinds = ['hold-up', 'duress', 'panic'].map((kind) => t(`alarms.${kind}`)).join(' · ');
    await expect.element(page.getByText(kinds)).toBeVisible();
    await expect.element(page.getByRole('button', { name: kit('actions.save') })).not.toBeInTheDocument();
  });

  test('are a tab next to the groups of the app', async () => {
    registerApps([defcon]);
    may(settingRoutes.get.access, canDo('defcon.notifications-group', 'read'));
    testServer({ [`GET ${address}`]: () => usual('customer') });
    await showPages(
      language,
      defcon,
      { 'groups/rules': <RulesPage /> },
      { at: '/ProTect/groups/rules', texts: ['defcon', 'notifications'] },
    );
    const tab = (name: string) => page.getByRole('tab', { name });
    await expect.element(tab(t('pages.groups-rules'))).toHaveAttribute('aria-selected', 'true');
    await tab(text('notifications', 'groups.tabs.notification')).click();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
  });
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { tracking } from '../../app.ts';
import { trackingSetting, trackingSettingRoutes } from '../../common/tracking-setting.ts';
import { TrackingSettingsPage } from './TrackingSettingsPage.tsx';

const { read, set, rebuilds } = trackingSettingRoutes;
const stored = {
  ...trackingSetting.fields.parse({ leastTripMetres: 300, distanceSource: 'gps' }),
  since: null,
  models: [1],
};

const show = (language: (typeof languages)[number]) =>
  showPages(
    language,
    tracking as unknown as AppManifest,
    { 'tracking-settings': <TrackingSettingsPage /> },
    { at: '/core/tracking-settings', texts: ['tracking'] },
  );
const source = (name: 'auto' | 'gps' | 'odometer') => text('tracking', `values.distanceSource.${name}`);

test.each(languages)('a company chooses the limits of trips and what measures them in %s', async (language) => {
  sessionStore.set(permitted(read.access, set.access, rebuilds.access));
  const sent = testServer({
    'GET /tracking-setting': stored,
    'GET /tracking-setting/rebuild': [],
    'GET /device': [],
    'PUT /tracking-setting': { ...stored, since: '2026-01-10T08:00:00.000Z' },
  });
  await show(language);
  await page.getByRole('textbox', { name: text('tracking', 'fields.idleSpeed') }).fill('8');
  await page.getByRole('combobox', { name: text('tracking', 'fields.distanceSource') }).click();
  await page.getByRole('option', { name: source('odometer'), exact: true }).click();
  await expectAccessible();
  await page.getByRole('button', { name: kit('actions.save') }).click();
  await expect
    .poll(() => bodiesOf(sent, 'PUT', '/tracking-setting'))
    .toEqual([{ ...trackingSetting.fields.parse({}), leastTripMetres: 300, idleSpeed: 8, distanceSource: 'odometer' }]);
});

test.each(languages)('people who may not change them see them in %s', async (language) => {
  sessionStore.set(permitted(read.access, rebuilds.access));
  testServer({ 'GET /tracking-setting': stored, 'GET /tracking-setting/rebuild': [] });
  await show(language);
  await expect.element(page.getByText(source('gps'), { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: kit('actions.save') })).not.toBeInTheDocument();
});

import type { ComponentType } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { refusal, testServer } from '#platform/web/test-server.ts';
import { analysisRoutes, type Counters, type Timelines } from '../../common/analysis/analysis.ts';
import { incidentsAddress } from './addresses.ts';
import { widgets } from './widgets.ts';

const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
const zone = 'Asia/Dubai';
const full: Counters = {
  zone,
  open: [
    { rank: 1, count: 2, unacknowledged: 1, mine: 2 },
    { rank: 3, count: 5, unacknowledged: 0, mine: 5 },
  ],
  panels: { active: 9, outOfService: 1, linked: 0, offline: 2, armedGroups: 3, disarmedGroups: 7 },
  raised: [{ kind: 'intrusion', count: 12 }],
  closed: [
    { disposition: 'rejected', reason: 'pet', count: 3 },
    { disposition: 'terminated', reason: 'genuine', count: 1 },
    { disposition: 'terminated', reason: null, count: 1 },
  ],
  ...{ falseRate: 0.75, arms: 20, disarms: 18, supervision: 0.995 },
  acknowledged: [
    {
      ...{ rank: 1, taken: 4, waiting: 1, p50: 12, p80: 25, p985: 70 },
      targets: [
        { seconds: 30, aim: 0.8, within: 0.6 },
        { seconds: 60, aim: 0.985, within: null },
      ],
    },
  ],
  byStructure: [{ structure: { id: 7, name: 'Gold Souq' }, raised: 12, false: 3, open: 7 }],
};
const empty: Counters = {
  ...{ ...full, open: [], raised: [], closed: [], falseRate: null, arms: 0, disarms: 0, supervision: null },
  ...{ acknowledged: [], byStructure: [] },
};
const noHours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
const start = new Date(Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000).toISOString();
const overTime: Timelines = {
  ...{ zone, hours: noHours.with(0, (noHours[0] ?? []).with(3, 4)) },
  buckets: [{ start, raised: { intrusion: 3, panic: 1 }, closed: 2, arms: 4, disarms: 4 }],
};
const customer = {
  ...{ company: { id: 3, name: 'Reem Residences' }, incidents: 8, false: 5, rate: 0.625, offlineHours: null },
  ...{ responseSeconds: 41, falseInYear: 6, feeAed: 500 },
};

async function open(language: Language, name: string, answers: Parameters<typeof testServer>[0] = {}) {
  testServer({
    'GET /user/parameter': {},
    'GET /defcon/analysis/counters': () => full,
    'GET /defcon/analysis/timelines': () => overTime,
    'GET /defcon/analysis/top-customers': () => Response.json({ data: [customer] }),
    ...answers,
  });
  const Content = (widgets[name] as { Content: ComponentType }).Content;
  await show(
    language,
    <main style={{ height: 360 }}>
      <Content />
    </main>,
    { texts: ['defcon'] },
  );
}
const rows = () => page.getByRole('listitem');

beforeEach(() => sessionStore.set(permitted(analysisRoutes.counters.access)));

describe.each(languages)('the board of incidents in %s', (language) => {
  test('shows what is open and how the panels stand, with the way to their lists', async () => {
    await open(language, 'incident-figures');
    const link = (name: string, value: string) =>
      page.getByRole('link', { name: `${t(`incidents.${name}`)}: ${value}` });
    await expect.element(link('open', '7')).toHaveAttribute('href', incidentsAddress('open'));
    await expect.element(link('raised', '12')).toBeVisible();
    await expect.element(link('falseRate', '75%')).toBeVisible();
    const armed = t('incidents.ofGroups', { armed: '3', groups: '10' });
    await expect.element(link('armed', armed)).toHaveAttribute('href', '/ProTect/panels/list');
    await expect.element(page.getByText(t('incidents.waiting', { count: 1, shown: '1' }))).toBeVisible();
    await expect.element(page.getByText(t('incidents.supervised', { share: '99.5%' }))).toBeVisible();
    await expectAccessible();
  });

  test('shows what was reached next to each target', async () => {
    await open(language, 'incident-response');
    await expect.element(rows()).toHaveTextContent(t('incidents.median', { seconds: `12${t('secondsSuffix')}` }));
    const target = { share: '60%', seconds: `30${t('secondsSuffix')}`, aim: '80%' };
    await expect.element(rows()).toHaveTextContent(t('incidents.within', target));
  });

  test('names causes and sites, and compares customers by the measure that is chosen', async () => {
    await open(language, 'incident-outcomes');
    const cause = t('incidents.falseAlarm', { cause: t('values.cause.pet') });
    await expect.element(page.getByRole('link', { name: cause })).toBeVisible();
    await expect.element(page.getByRole('link', { name: t('incidents.noReason') })).toBeVisible();
    await open(language, 'incident-sites');
    await expect
      .element(page.getByRole('link', { name: 'Gold Souq' }))
      .toHaveAttribute('href', incidentsAddress('history', { structureId: 7 }));
    await open(language, 'incident-customers');
    const count = t('incidents.count', { count: 8, shown: '8' });
    await expect.element(rows()).toHaveTextContent(count);
    await expect.element(rows()).toHaveTextContent(t('incidents.fee', { count: 6, shown: '6', fee: '500' }));
    await page.getByRole('combobox', { name: t('incidents.by') }).click();
    await page.getByRole('option', { name: t('incidents.measures.response') }).click();
    await expect.element(rows()).toHaveTextContent(`41${t('secondsSuffix')}`);
  });

  test('shows the hours of the week, says when there was nothing, and offers another try', async () => {
    await open(language, 'incident-hours');
    await expect.element(page.getByRole('table', { name: t('widgets.incident-hours') })).toBeVisible();
    const none = { zone, buckets: [], hours: noHours };
    await open(language, 'incident-times', { 'GET /defcon/analysis/timelines': () => none });
    await expect.element(page.getByText(t('incidents.none'))).toBeVisible();
    await open(language, 'incident-response', { 'GET /defcon/analysis/counters': () => empty });
    await expect.element(page.getByText(t('incidents.none'))).toBeVisible();
    await open(language, 'incident-sites', { 'GET /defcon/analysis/counters': () => refusal(503, { word: 'busy' }) });
    await expect.element(page.getByRole('button', { name: kit('actions.retry') })).toBeVisible();
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { type Fitting, fittingRoutes, fittingsPage } from '../common/fitting.ts';
import { FittedIn } from './FittedIn.tsx';
import { FittingsPage } from './FittingsPage.tsx';

const routes = fittingRoutes('tried');
const readTrucks = canDo('tried.truck', 'read');
const truck = z.object({ id: z.number(), name: z.string() });
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'truck',
  needs: ['fittings'],
  carriers: { truck: { page: 'trucks/{id}', list: 'truck.list' } },
  routes: {
    fitting: routes,
    truck: {
      list: route.list('/truck', { access: readTrucks, reply: truck, list: { search: ['name'], sort: ['name'] } }),
    },
  },
  pages: [fittingsPage('tried')],
});
const device = { id: 5, name: 'Tracker 5', state: 'installed', structure: { id: 3 } };
const fitting: Fitting = {
  id: 1,
  companyId: 7,
  device: { id: 5, name: 'Tracker 5', solutionId: 1 },
  subject: { type: 'truck', id: 11, name: 'Truck 11' },
  main: true,
  fromAt: '2026-01-05T08:00:00.000Z',
  toAt: null,
  why: 'New',
  endWhy: '',
  by: 'Noor Saif',
  endedBy: null,
};
const trucks = [
  { id: 11, name: 'Truck 11' },
  { id: 12, name: 'Truck 12' },
];
const t = (key: string, values?: Record<string, unknown>) => text('fittings', key, values);
const kit = (key: string) => text('kit', key);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const carrier = () => page.getByRole('combobox', { name: text('tried', 'carriers.truck') });

beforeEach(() => {
  registerApps([]);
  sessionStore.set(permitted(readTrucks, ...Object.values(routes).map(({ access }) => access)));
});

describe.each(languages)('what a device is fitted to, in %s', (language) => {
  const open = async (fittings: readonly Fitting[], answers: Parameters<typeof testServer>[0] = {}) => {
    const sent = testServer({
      'GET /tried/device/fitting': fittings,
      'GET /tried/truck': trucks,
      'POST /tried/device/5/fit': fitting,
      'POST /tried/device/5/unfit': fitting,
      ...answers,
    });
    await show(language, <FittedIn app={app} device={device} />, { texts: ['fittings'] });
    return sent;
  };
  const choose = async (name: string) => {
    await carrier().click();
    await page.getByRole('option', { name }).click();
  };
  const fitted = (sent: Awaited<ReturnType<typeof open>>) => bodiesOf(sent, 'POST', '/tried/device/5/fit');

  test('is shown with a link and the time', async () => {
    await open([fitting]);
    await expect.element(page.getByRole('link', { name: 'Truck 11' })).toHaveAttribute('href', '/tried/trucks/11');
    await expectAccessible();
  });

  test('is chosen for a device that is fitted to nothing', async () => {
    const sent = await open([]);
    await expect.element(page.getByText(t('nothing'))).toBeVisible();
    await button(t('fit')).click();
    await button(t('fit')).last().click();
    await expect.element(page.getByText(kit('validation.Required')).first()).toBeVisible();
    await choose('Truck 12');
    await page.getByRole('textbox', { name: t('fields.why') }).fill('New truck');
    await expectAccessible();
    await button(t('fit')).last().click();
    await expect.poll(() => fitted(sent)).toEqual([{ subject: { type: 'truck', id: 12 }, why: 'New truck' }]);
  });

  test('is only changed after a question that names what it is fitted to', async () => {
    const sent = await open([fitting]);
    await button(t('move')).click();
    await choose('Truck 12');
    await page.getByLabelText(t('fields.at')).fill('2026-01-06T10:00');
    await button(t('fit')).click();
    const dialog = page.getByRole('dialog', { name: t('moveTitle') });
    await expect.element(dialog.getByText('Truck 11')).toBeVisible();
    await dialog.getByRole('button', { name: kit('actions.cancel') }).click();
    expect(fitted(sent)).toEqual([]);
    await button(t('fit')).click();
    await dialog.getByRole('button', { name: t('move') }).click();
    await expect
      .poll(() => fitted(sent))
      .toEqual([
        { subject: { type: 'truck', id: 12 }, why: '', at: expect.stringMatching(/^2026-01-0[56]T/), move: true },
      ]);
  });

  test('is not asked about for a time at which the device was fitted to nothing', async () => {
    const sent = await open([fitting]);
    await button(t('move')).click();
    await choose('Truck 12');
    await page.getByLabelText(t('fields.at')).fill('2026-01-02T10:00');
    await button(t('fit')).click();
    await expect.poll(() => fitted(sent)).toEqual([expect.not.objectContaining({ move: true })]);
  });

  test('ends at a time, and the reason of a refusal is shown under its field', async () => {
    const errors = [{ param: 'at', msg: 'beforeFitting' }];
    const sent = await open([fitting], { 'POST /tried/device/5/unfit': refusal(418, { errors }) });
    await button(t('unfit')).click();
    await page.getByLabelText(t('fields.at')).fill('2026-01-02T10:00');
    await button(t('unfit')).last().click();
    await expect.element(page.getByText(t('validation.beforeFitting')).first()).toBeVisible();
    expect(bodiesOf(sent, 'POST', '/tried/device/5/unfit')).toEqual([{ why: '', at: expect.any(String) }]);
    await expectAccessible();
  });

  test('is listed for all devices, also what the reader may not see', async () => {
    const ended = {
      ...fitting,
      id: 2,
      subject: { ...fitting.subject, id: 12, name: null },
      toAt: '2026-01-07T08:00:00.000Z',
      endWhy: 'Repair',
    };
    testServer({ 'GET /user/parameter': {}, 'GET /tried/device/fitting': [fitting, ended] });
    const at = { at: '/tried/devices/fittings', texts: ['fittings'] };
    await showPages(language, app, { 'devices/fittings': <FittingsPage /> }, at);
    await expect.element(page.getByText('Truck 11').first()).toBeVisible();
    await expect.element(page.getByText(t('hidden')).first()).toBeVisible();
    await expect.element(page.getByText('New · Repair').first()).toBeVisible();
    await expectAccessible();
  });
});

test('an app without fittings shows nothing of them', async () => {
  const other = defineApp({ ...app, routes: {}, pages: [] });
  await show('en', <FittedIn app={other} device={device} />, { texts: ['fittings'] });
  expect(page.getByText(t('fittedIn')).elements()).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { plannedRoute, type ShownRoute } from '../../common/routes/route.ts';
import type { RouteBody } from './draft.ts';
import { RouteForm } from './RouteForm.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('fleet', key, values);
const stop = (id: number, name: string, lat: number, pointId: number | null = null): ShownRoute['stops'][number] => ({
  ...{ id, name, location: { lat, lng: 55 }, pointId, window: null, serviceMinutes: 0, metres: 0, seconds: 0 },
});
/** The best order is depot, north, far. */
const stops = [stop(1, 'Depot', 25), stop(2, 'Far', 25.3, 9), stop(3, 'North', 25.1)];
const before: ShownRoute = {
  ...{ id: 3, companyId: 7, createdAt: '2026-03-01T08:00:00.000Z', name: 'Round', corridor: 200, scheduleId: null },
  ...{ tolerance: 15, active: true, metres: 60_000, seconds: 5700, engine: 'straight', stopCount: 3, vehicles: [] },
  ...{ schedule: null, stops, geometry: stops.map(({ location: { lat, lng } }) => [lat, lng]) },
};

beforeEach(() => {
  sessionStore.set(permitted(plannedRoute.can('create'), plannedRoute.can('update')));
  testServer({
    'GET /fleet/api/point-of-interest': [{ id: 9, name: 'Far' }],
    'GET /fleet/api/vehicle': [],
    'GET /country/largest-city': [],
  });
});

async function open(language: Language, route: ShownRoute | undefined) {
  const sent: RouteBody[] = [];
  await show(
    language,
    <main>
      <RouteForm companyId={7} before={route} save={async (body) => void sent.push(body)} />
    </main>,
    { texts: ['fleet', 'places', 'schedules'] },
  );
  return sent;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const grip = (name: string) => button(t('planner.drag', { name }));
const order = () =>
  page
    .getByRole('list', { name: t('planner.stops') })
    .getByRole('button', { name: t('planner.drag', { name: '' }).trim() })
    .elements()
    .map((one) => one.getAttribute('aria-label'));
const grips = (...names: string[]) => names.map((name) => t('planner.drag', { name }));
const status = () => page.getByRole('status').filter({ hasText: /./ });

async function press(name: string, keys: string) {
  const element = grip(name).element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard(keys);
}

describe.each(languages)('the planner of a route in %s', (language: Language) => {
  test('moves a stop with Alt and the arrows and by lifting it, which is announced and undone', async () => {
    const sent = await open(language, before);
    await expect.element(grip('North')).toBeVisible();
    await expectAccessible();
    await press('North', '{Alt>}{ArrowUp}{/Alt}');
    await expect.poll(order).toEqual(grips('Depot', 'North', 'Far'));
    await expect
      .element(status().getByText(t('planner.moved', { name: 'North', place: 2, of: 3 })))
      .toBeInTheDocument();
    await press('Depot', ' ');
    await expect.element(page.getByText(t('planner.lifted', { name: 'Depot' }))).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByText(t('planner.moved', { name: 'Depot', place: 2, of: 3 }))).toBeInTheDocument();
    await userEvent.keyboard(' ');
    await expect.poll(order).toEqual(grips('North', 'Depot', 'Far'));
    await button(t('planner.undo')).click();
    await button(t('planner.undo')).click();
    await expect.poll(order).toEqual(grips('Depot', 'Far', 'North'));
    await expect.element(button(t('planner.undo'))).toBeDisabled();
    await button(kit('actions.save')).click();
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.stops[1]).toEqual({ pointId: 9, serviceMinutes: 0, window: null });
  });

  test('finds the best order, shows what it gains, and states that the lines are not roads', async () => {
    await open(language, before);
    await expect.element(page.getByText(t('planner.straight'))).toBeVisible();
    await button(t('planner.bestOrder')).click();
    await expect.poll(order).toEqual(grips('Depot', 'North', 'Far'));
    await expect.element(status()).toHaveTextContent(/30/);
    await button(t('planner.bestOrder')).click();
    await expect.element(page.getByText(t('planner.alreadyBest'))).toBeVisible();
    await button(t('planner.undo')).click();
    await expect.poll(order).toEqual(grips('Depot', 'Far', 'North'));
  });

  test('names the stop that cannot be reached in its window', async () => {
    await open(language, before);
    await button(t('planner.details', { name: 'Far' })).click();
    await page.getByRole('textbox', { name: t('planner.from') }).fill('0800');
    await page.getByRole('textbox', { name: t('planner.to') }).fill('0810');
    await page.getByRole('textbox', { name: t('planner.departAt') }).fill('0800');
    await button(t('planner.bestOrder')).click();
    await expect.element(page.getByText(t('planner.late', { count: 1, names: 'Far' }))).toBeVisible();
  });

  test('refuses a route without a name, and one with a single stop', async () => {
    const sent = await open(language, before);
    await button(t('planner.remove', { name: 'North' })).click();
    await button(t('planner.remove', { name: 'Far' })).click();
    await expect.element(page.getByText(t('planner.few'))).toBeVisible();
    const name = page.getByRole('textbox', { name: t('columns.name'), exact: true });
    await name.fill('');
    await button(kit('actions.save')).click();
    await expect.element(page.getByText(t('validation.tooFewStops'))).toBeVisible();
    await expect.element(name).toHaveFocus();
    await expectAccessible();
    expect(sent).toEqual([]);
  });

  test('adds a point of interest that is searched', async () => {
    testServer({
      'GET /fleet/api/point-of-interest': [{ id: 9, name: 'Far' }],
      'GET /fleet/api/point-of-interest/9': { id: 9, name: 'Far', location: { lat: 25.3, lng: 55 } },
      'GET /country/largest-city': [],
    });
    await open(language, undefined);
    await page.getByRole('combobox', { name: t('planner.addPoint') }).click();
    await page.getByRole('option', { name: 'Far' }).click();
    await expect.poll(order).toEqual(grips('Far'));
    await expect.element(page.getByText(t('planner.added', { name: 'Far' }))).toBeVisible();
  });
});

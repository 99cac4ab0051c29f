import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { places } from '../../app.ts';
import { type Space, space } from '../../common/space.ts';
import type { Structure } from '../../common/structure.ts';
import { SpacesPanel } from './SpacesPanel.tsx';

const at = '2026-03-01T08:00:00.000Z';
const structure: Structure = {
  id: 9,
  companyId: 7,
  createdAt: at,
  name: 'Garage',
  kind: 'building',
  countryId: 233,
  cityId: null,
  areaId: null,
  address: '',
  location: null,
  parentId: null,
  grossArea: null,
  timeZone: null,
  country: { id: 233, name: 'United Arab Emirates' },
  city: null,
  area: null,
  parent: null,
  zone: 'Asia/Dubai',
  floors: 1,
  spaces: 1,
  innerStructures: 0,
};
const zone: Space = {
  id: 4,
  companyId: 7,
  structureId: 9,
  createdAt: at,
  name: 'Zone A',
  kind: 'area',
  code: null,
  floorId: 2,
  floor: { id: 2, name: 'Basement' },
  parentId: null,
  parent: null,
  capacity: 120,
  outline: null,
  innerSpaces: 0,
};
const path = '/company/7/structure/9';
const t = (key: string, values?: Record<string, unknown>) => text('places', key, values);
const field = (name: string) => page.getByRole('textbox', { name: t(`fields.${name}`), exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
async function choose(name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: t(`fields.${name}`), exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

beforeEach(() => {
  registerApps([places]);
  sessionStore.set(permitted(...['create', 'update', 'delete'].map((action) => space.can(action))));
});

describe.each(languages)('the spaces of a structure in %s', (language: Language) => {
  const open = async () => {
    const sent = testServer({
      [`GET ${path}/space`]: [zone],
      [`GET ${path}/floor`]: [{ id: 2, name: 'Basement' }],
      [`POST ${path}/space`]: zone,
      [`POST ${path}/space/series`]: [],
      'GET /country/largest-city': [],
    });
    await show(language, <SpacesPanel structure={structure} />, { texts: ['places'] });
    await expect.element(page.getByText(t('spaceKinds.area'))).toBeVisible();
    return sent;
  };

  test('get one of another kind, within one that may contain it', async () => {
    const sent = await open();
    await expect.element(page.getByText(t('spaces.capacity', { count: 120, shown: '120' }))).toBeVisible();
    await button(t('spaces.add')).click();
    await field('name').fill('Bay 7');
    await choose('kind', t('spaceKinds.bay'));
    await choose('parentId', 'Zone A');
    await field('code').fill('B-7');
    // A parking bay has no capacity.
    await expect.element(field('capacity')).not.toBeInTheDocument();
    await expectAccessible();
    await button(kit('actions.save')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', `${path}/space`))
      .toEqual([
        { name: 'Bay 7', kind: 'bay', code: 'B-7', floorId: null, parentId: 4, capacity: null, outline: null },
      ]);
    expect(sent.some(({ query }) => query.get('kind') === 'area')).toBe(true);
  });

  test('get a numbered series, whose first and last name is shown before', async () => {
    const sent = await open();
    await button(t('spaces.addSeries')).click();
    await field('prefix').fill('B1-');
    await field('to').fill('120');
    await expect.element(page.getByText('B1-001 … B1-120')).toBeVisible();
    await expectAccessible();
    await button(kit('actions.save')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', `${path}/space/series`))
      .toEqual([
        { kind: 'bay', floorId: null, parentId: null, capacity: null, prefix: 'B1-', from: 1, to: 120, digits: 3 },
      ]);
  });
});

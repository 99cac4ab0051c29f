import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { type Answer, bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { sparking } from '../../app.ts';
import { location } from '../../common/location.ts';
import { AddWizard } from './AddWizard.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const invalid = (key: string) => text('kit', `validation.${key}`);
const made = { id: 12, name: 'Old Souq Yard' };

async function open(language: Language, reply: () => Answer = () => made, step = '') {
  const sent = testServer({
    'GET /user/parameter': {},
    'GET /country': [{ id: 233, names: { en: 'UAE', ar: 'الإمارات' } }],
    'GET /country/largest-city': [],
    'GET /country/233/city': [],
    'GET /company/7/structure/search': [{ id: 31, name: 'Cairo Plaza' }],
    'GET /company/7/structure/31': { id: 31, name: 'Cairo Plaza', zone: 'Africa/Cairo' },
    'GET /company/7/structure/31/floor': [{ id: 4, name: 'Basement' }],
    'POST /sparking/api/location': reply,
  });
  await reopen(language, step);
  return sent;
}
const reopen = (language: Language, step = '') =>
  showPages(
    language,
    sparking,
    { 'locations/add': <AddWizard companyId={7} /> },
    { texts: ['sparking', 'places', 'countries'], at: `/smart-parking/locations/add${step && `?step=${step}`}` },
  );

const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const next = () => button(kit('wizard.next')).click();
const create = () => button(t('addLocation')).click();
const title = (step: string) => page.getByRole('heading', { name: t(`add.titles.${step}`) });
const group = (name: string) => page.getByRole('group', { name, exact: true });
const choose = async (field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** From the first step to the bays, with one group. */
async function toBays(places = '60') {
  await box(t('columns.name')).fill('Old Souq Yard');
  await next();
  await next();
  await box(t('columns.name')).fill('North');
  await box(t('add.places')).fill(places);
  await next();
}

beforeEach(() => sessionStore.set(permitted(location.can('create'))));

describe.each(languages)('the steps of a new car park in %s', (language: Language) => {
  test('make it in one call, with groups whose bays are numbered or only counted', async () => {
    const sent = await open(language);
    await toBays();
    await expect.element(page.getByRole('group', { name: t('add.preview') })).toHaveTextContent('A-001');
    await expect.element(page.getByRole('group', { name: t('add.preview') })).toHaveTextContent('A-060');
    await button(kit('actions.back')).click();
    await button(t('addGroup')).click();
    const second = group(t('add.groupAt', { number: 2 }));
    await second.getByRole('textbox', { name: t('columns.name') }).fill('الساحة');
    await group('الساحة')
      .getByRole('textbox', { name: t('add.places') })
      .fill('150');
    await expect.element(page.getByText(t('add.placesSoFar', { count: 210 }))).toBeVisible();
    await expectAccessible();
    await next();
    await group('الساحة').getByText(t('add.ways.counted')).click();
    await box(t('fields.prefix')).fill('N-');
    await expect.element(page.getByText('N-060')).toBeVisible();
    await expectAccessible();
    await next();
    await page.getByRole('switch', { name: t('add.isPublic') }).click();
    await box(t('fields.publicNameAr')).fill('ساحة السوق');
    await page.getByRole('switch', { name: 'North' }).click();
    await page.viewport(390, 844);
    await expectAccessible();
    await create();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/sparking/api/location')).toMatchObject([
      {
        ...{ name: 'Old Souq Yard', countryId: 233, type: 'surface', countMode: 'slots', schedule: null },
        ...{ public: true, publicNameEn: null, publicNameAr: 'ساحة السوق', forecast: true },
        groups: [
          {
            ...{ name: 'North', kind: 'level', forPublic: false },
            slots: { prefix: 'N-', from: 1, to: 60, digits: 3, use: 'standard' },
          },
          { name: 'الساحة', countMode: 'counters', capacityDeclared: 150, forPublic: true },
        ],
      },
    ]);
    expect(sent.at(-1)?.headers.get('idempotency-key')).toBeTruthy();
    // The draft has become a car park.
    await reopen(language);
    await expect.element(box(t('columns.name'))).toHaveValue('');
  });

  test('show what is missing, with the first wrong field focused, and cannot be skipped', async () => {
    await open(language, undefined, 'public');
    await expect.element(title('place')).toBeVisible();
    await next();
    await expect.element(box(t('columns.name'))).toHaveFocus();
    await expect.element(page.getByText(invalid('Required'))).toBeVisible();
    await box(t('columns.name')).fill('Old Souq Yard');
    await expect.element(page.getByText(invalid('Required'))).not.toBeInTheDocument();
    await next();
    // The next step is used from its beginning.
    await expect.element(page.getByRole('group', { name: t('add.titles.opening') })).toHaveFocus();
    await box(t('fields.maxHeightCm')).fill('20');
    await next();
    await expect.element(box(t('fields.maxHeightCm'))).toHaveFocus();
    await expect.element(page.getByText(invalid('outOfRange'))).toBeVisible();
    await expectAccessible();
    await box(t('fields.maxHeightCm')).fill('210');
    await next();
    await next();
    await expect.element(box(t('columns.name'))).toHaveFocus();
  });
});

test('numbers that two groups would have are refused', async () => {
  await open('en');
  await toBays('5');
  await button(kit('actions.back')).click();
  await button(t('addGroup')).click();
  const second = group(t('add.groupAt', { number: 2 }));
  await second.getByRole('textbox', { name: t('columns.name') }).fill('South');
  await group('South')
    .getByRole('textbox', { name: t('add.places') })
    .fill('5');
  await next();
  const prefix = group('South').getByRole('textbox', { name: t('fields.prefix') });
  await prefix.fill('a-');
  await group('South')
    .getByRole('textbox', { name: t('fields.from') })
    .fill('5');
  await next();
  await expect.element(prefix).toHaveFocus();
  await expect.element(page.getByText(t('validation.numberTaken', { number: 'a-005', group: 'North' }))).toBeVisible();
  await group('South')
    .getByRole('textbox', { name: t('fields.from') })
    .fill('6');
  await next();
  await expect.element(title('public')).toBeVisible();
});

test('what was entered is kept for those who leave, until they start again', async () => {
  await open('en');
  await toBays('40');
  await reopen('en', 'bays');
  await expect.element(page.getByText('A-040')).toBeVisible();
  await expect.element(page.getByText(t('add.restored'))).toBeVisible();
  await button(t('add.startAgain')).click();
  await expect.element(box(t('columns.name'))).toHaveValue('');
  await reopen('en', 'bays');
  await expect.element(title('place')).toBeVisible();
  expect(page.getByText(t('add.restored')).elements()).toEqual([]);
});

test('who starts again is at the beginning of an empty form, in which nothing is wrong yet', async () => {
  await open('en');
  await box(t('columns.name')).fill('Old Souq Yard');
  await reopen('en');
  await box(t('columns.name')).fill('');
  await next();
  await expect.element(page.getByText(invalid('Required'))).toBeVisible();
  await button(t('add.startAgain')).click();
  await expect.element(page.getByText(invalid('Required'))).not.toBeInTheDocument();
  await expect.element(page.getByRole('group', { name: t('add.titles.place') })).toHaveFocus();
});

test('what the server refuses is shown in its step', async () => {
  const taken = () => refusal(409, { word: 'series-taken', detail: { count: 1, name: 'A-002' } });
  await open('en', taken);
  await toBays('5');
  await next();
  await create();
  await expect.element(title('bays')).toBeVisible();
  await expect.element(page.getByText(t('validation.numberInUse', { number: 'A-002' }))).toBeVisible();
  await expect.element(box(t('fields.prefix'))).toHaveFocus();
  await box(t('fields.prefix')).fill('B-');
  await expect.element(page.getByText(t('validation.numberInUse', { number: 'A-002' }))).not.toBeInTheDocument();
});

test('the hours of a site in another time zone are its own, and its groups may be on its floors', async () => {
  const sent = await open('en');
  await choose(t('fields.structureId'), 'Cairo Plaza');
  await next();
  await page.getByRole('switch', { name: t('alwaysOpen') }).click();
  await expect.element(page.getByText('Africa/Cairo')).toBeVisible();
  await choose(t('columns.countMode'), t('values.countMode.both'));
  await next();
  await box(t('columns.name')).fill('Basement');
  await box(t('add.places')).fill('30');
  await choose(t('columns.floorId'), 'Basement');
  await next();
  await next();
  await create();
  await expect.element(page.getByTestId('opened')).toBeInTheDocument();
  expect(bodiesOf(sent, 'POST', '/sparking/api/location')).toMatchObject([
    { structureId: 31, capacityDeclared: 30, schedule: { timeZone: 'Africa/Cairo' }, groups: [{ floorId: 4 }] },
  ]);
});

test('a site that became a car park meanwhile leads back to the place', async () => {
  await open('en', () => refusal(409, { word: 'already-parking' }));
  await choose(t('fields.structureId'), 'Cairo Plaza');
  for (let step = 0; step < 2; step++) await next();
  await box(t('columns.name')).fill('Basement');
  await box(t('add.places')).fill('30');
  await next();
  await next();
  await create();
  await expect.element(page.getByText(t('validation.alreadyParking'))).toBeVisible();
});

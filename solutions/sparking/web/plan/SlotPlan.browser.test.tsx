import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Layout, layout as layoutEntity } from '#core/layouts/common/layout.ts';
import type { LayoutItem, NewItem } from '#core/layouts/common/layout-item.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { sparking } from '../../app.ts';
import type { PlanSlot } from '../../common/plan.ts';
import { slot as entity } from '../../common/slot.ts';
import { PlanTab } from './PlanTab.tsx';

const layout: Layout = {
  ...{ id: 3, companyId: 7, createdAt: '2026-03-01T08:00:00.000Z', structureId: 9, floorId: 2, name: 'Level 1' },
  ...{ structure: { id: 9, name: 'Mall' }, floor: { id: 2, name: 'Level 1' }, fileId: 1 },
  ...{ width: 800, height: 500, devices: 0, items: 3 },
};
const states = ['free', 'occupied', 'unknown', 'out-of-service'] as const;
const slots: PlanSlot[] = states.map((state, at) => ({
  ...{ id: at + 1, number: `A-0${at + 1}`, floorId: 2, use: 'standard', state },
}));
const item = ({ id, number }: PlanSlot): LayoutItem => ({
  ...{ id, app: 'places', kind: 'space', refId: id, name: number, spaceKind: 'bay', look: null },
  ...{ x: id * 0.2, y: 0.5, turn: 0, outline: null },
});
const detail = (slot: PlanSlot) => ({
  ...slot,
  ...{
    companyId: 7,
    createdAt: layout.createdAt,
    locationId: 9,
    code: null,
    groupId: 5,
    maxStayMinutes: null,
    rules: [],
  },
  ...{
    reservedFor: null,
    charger: null,
    widthCm: null,
    outOfService: null,
    group: { id: 5, name: 'North' },
    floor: null,
  },
  ...{
    since: new Date().toISOString(),
    quality: 'measured',
    heardAt: null,
    device: { id: 4, name: 'RADAR-4', solutionId: 23 },
  },
});
const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);

async function open(language: Language, placed: readonly PlanSlot[] = slots) {
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  canvas.getContext('2d')?.fillRect(0, 0, 800, 8);
  const image = await canvas.convertToBlob();
  const sent = testServer({
    'GET /layout': [layout],
    'GET /layout/3/image': () => new Response(image),
    'GET /layout/3/item': () => placed.map(item),
    'PUT /layout/3/item': ({ body }) => (body as { items: NewItem[] }).items.map((one, at) => ({ ...one, id: at })),
    'GET /sparking/api/location/9/slot': () => Response.json({ data: slots }),
    'GET /sparking/api/group': [{ id: 5, name: 'North' }],
    'PATCH /sparking/api/slot/bulk': { changed: 2 },
    ...Object.fromEntries(slots.map((slot) => [`GET /sparking/api/slot/${slot.id}`, detail(slot)])),
    ...Object.fromEntries(slots.map((slot) => [`POST /sparking/api/slot/${slot.id}/state`, detail(slot)])),
  });
  await show(
    language,
    <main>
      <PlanTab locationId={9} />
    </main>,
    { texts: ['sparking', 'layouts', 'places'] },
  );
  return sent;
}
const option = (at: number) =>
  page.getByRole('option', { name: `A-0${at + 1}, ${t('values.use.standard')}, ${t(`values.state.${states[at]}`)}` });
async function focusPlan() {
  await expect.element(option(0)).toBeVisible();
  (page.getByRole('listbox').element() as unknown as SVGSVGElement).focus();
}
const keys = async (...all: string[]) => {
  for (const key of all) await userEvent.keyboard(key.length === 1 || key.startsWith('{') ? key : `{${key}}`);
};
const dialog = () => page.getByRole('dialog');

/** Signs in a person who may do this with bays; who may change them may change plans as well. */
function signIn(...actions: string[]): void {
  const onPlans = actions.filter((action) => action !== 'set-state').map((action) => layoutEntity.can(action));
  const { me, index } = permitted(...actions.map((action) => entity.can(action)), ...onPlans);
  const abilities = { sparking: { '*': { slot: actions } }, structure: { '*': { layout: actions } } };
  sessionStore.set({
    me: testMe({ mask: me.session.mask, abilities, apps: ['sparking'], user: { role: 'Admin' } }),
    index,
  });
}

beforeEach(() => {
  registerApps([sparking]);
  signIn('read', 'update', 'set-state');
});

describe.each(languages)('the plan of bays in %s', (language: Language) => {
  test('tells each state by its word, its letter and its pattern', async () => {
    await open(language);
    await expect.element(option(0)).toBeVisible();
    const marks = [...document.querySelectorAll<SVGElement>('[role=option]')];
    expect(marks.map((mark) => mark.querySelector('text')?.textContent)).toEqual(['F', 'X', '?', '–']);
    expect(new Set(marks.map(({ dataset }) => dataset.colour)).size).toBe(4);
    for (const at of [1, 2, 3]) await expect.element(option(at)).toBeVisible();
    await expectAccessible();
  });

  test('is walked by arrow keys; Enter opens a bay, and a letter says what is seen there', async () => {
    const sent = await open(language);
    await focusPlan();
    await keys('Home', 'ArrowRight', 'Enter');
    await expect.element(dialog().getByText('RADAR-4')).toBeVisible();
    await expect.element(dialog().getByText(t('values.quality.measured'))).toBeVisible();
    await keys('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    await keys('ArrowRight', 'o');
    await expect.poll(() => document.querySelector('[role=dialog] input[value=occupied]:checked')).not.toBeNull();
    await dialog()
      .getByRole('textbox', { name: t('fields.reason') })
      .fill('A trolley');
    await keys('Enter');
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/sparking/api/slot/3/state'))
      .toEqual([{ state: 'occupied', reason: 'A trolley' }]);
  });

  test('finds a bay with a slash, and changes the selected ones alike', async () => {
    const sent = await open(language);
    await focusPlan();
    await keys('/');
    await expect.element(page.getByRole('textbox', { name: t('plan.search') })).toHaveFocus();
    await keys('0', '3', 'Enter', '{Shift>}{ArrowLeft}{/Shift}', 'Enter');
    await expect.element(dialog()).toHaveTextContent(t('plan.selected', { count: 2 }));
    await dialog()
      .getByRole('combobox', { name: t('columns.use') })
      .click();
    await page.getByRole('option', { name: t('values.use.ev') }).click();
    await dialog()
      .getByRole('button', { name: text('kit', 'actions.save') })
      .click();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/sparking/api/slot/bulk'))
      .toEqual([{ ids: [2, 3], set: { use: 'ev' } }]);
  });

  test('opens the bay that is clicked', async () => {
    await open(language);
    await option(1).click();
    await expect.element(dialog().getByText('RADAR-4')).toBeVisible();
  });

  test('gets a row of bays by figures alone', async () => {
    const sent = await open(language, slots.slice(0, 1));
    await page.getByText(t('plan.modes.row'), { exact: true }).click();
    await page.getByRole('textbox', { name: t('row.end.x') }).fill('50');
    await page.getByRole('button', { name: t('row.place', { count: 3 }) }).click();
    await expect.poll(() => bodiesOf(sent, 'PUT', '/layout/3/item')).toHaveLength(1);
    const [{ items }] = bodiesOf(sent, 'PUT', '/layout/3/item') as [{ items: NewItem[] }];
    expect(items.map(({ refId, x, y }) => [refId, x, y])).toEqual([
      [2, 0.1, 0.5],
      [3, 0.3, 0.5],
      [4, 0.5, 0.5],
    ]);
  });
});

test('a viewer opens bays and changes nothing', async () => {
  signIn('read');
  await open('en');
  await option(0).click();
  await expect.element(dialog().getByText('RADAR-4')).toBeVisible();
  expect(
    dialog()
      .getByRole('button', { name: text('kit', 'actions.save') })
      .elements(),
  ).toEqual([]);
  expect(page.getByText(t('plan.modes.move')).elements()).toEqual([]);
});

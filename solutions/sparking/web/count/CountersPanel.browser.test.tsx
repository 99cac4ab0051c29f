import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { canDo } from '#platform/common/define-entity.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { counter as entity, type ShownCounter } from '../../common/counter.ts';
import { group } from '../../common/group.ts';
import { CountersPanel } from './CountersPanel.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const system = { companyId: 1, createdAt: '2026-11-28T08:00:00.000Z', locationId: 9 };
const atNorth: ShownCounter = {
  ...{ ...system, id: 1, groupId: 5, deviceId: 41, device: { id: 41, name: 'PARKGATE-41' }, gate: null },
  ...{ reversed: false, direction: null },
};
const atSouth: ShownCounter = {
  ...{ ...system, id: 2, groupId: 6, deviceId: null, device: null, gate: 'G7', reversed: true, direction: 'out' },
};

type Given = { rows?: ShownCounter[]; devices?: { id: number; name: string }[]; ifAny?: boolean };
async function open(language: Language, { rows = [atNorth, atSouth], ifAny = false, ...given }: Given = {}) {
  const { devices = [atNorth.device, { id: 42, name: 'PARKGATE-42' }] } = given;
  const sent = testServer({
    'GET /sparking/api/counter': () => [...rows],
    'GET /sparking/api/group': [
      { id: 5, name: 'North' },
      { id: 6, name: 'South' },
    ],
    'GET /sparking/api/device': () => [...devices],
    'POST /sparking/api/counter': () => refusal(409, { word: 'already-counts' }),
    'PATCH /sparking/api/counter/2': () => ({ ...atSouth, direction: null }),
    'DELETE /sparking/api/counter/1': () => new Response(null, { status: 204 }),
  });
  await show(
    language,
    <main>
      <CountersPanel locationId={9} ifAny={ifAny} />
    </main>,
    { texts: ['sparking'] },
  );
  return sent;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const choose = async (field: string, option: string) => {
  await dialog().getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const save = () => dialog().getByRole('button', { name: kit('actions.save') });
const actions = ['read', 'create', 'update', 'delete'] as const;

beforeEach(() =>
  sessionStore.set(
    permitted(group.can('read'), canDo('sparking.device', 'read'), ...actions.map((action) => entity.can(action))),
  ),
);

describe.each(languages)('the counters of a car park in %s', (language: Language) => {
  test('say which device or gate counts which group, and in which direction', async () => {
    await open(language);
    const rows = page.getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent('PARKGATE-41');
    await expect
      .element(rows.nth(0))
      .toHaveTextContent(`${t('counters.counts', { group: 'North' })} · ${t('values.direction.both')}`);
    await expect.element(rows.nth(1)).toHaveTextContent(t('counters.gate', { name: 'G7' }));
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(
        [t('counters.counts', { group: 'South' }), t('values.direction.out'), t('counters.reversed')].join(' · '),
      );
    await expectAccessible();
  });

  test('are added with a device of the car park that can count', async () => {
    const sent = await open(language);
    await button(t('counters.add')).click();
    await save().click();
    // Neither the device nor the group is chosen yet.
    expect(bodiesOf(sent, 'POST', '/sparking/api/counter')).toEqual([]);
    await choose(t('fields.deviceId'), 'PARKGATE-42');
    await choose(t('fields.groupId'), 'South');
    await choose(t('fields.way'), t('values.direction.in'));
    await expectAccessible();
    await save().click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/sparking/api/counter'))
      .toEqual([{ deviceId: 42, gate: null, groupId: 6, direction: 'in', reversed: false }]);
    const asked = sent.find(({ path }) => path === '/sparking/api/device')?.query;
    expect(['structureId', 'hardwareId', 'state'].map((key) => asked?.get(key))).toEqual(['9', '2304', 'installed']);
    // It is refused, and what was entered stays.
    await expect.element(dialog()).toBeVisible();
  });

  test('are changed, also from a gate to a device', async () => {
    const sent = await open(language);
    await button(t('counters.editNamed', { name: t('counters.gate', { name: 'G7' }) })).click();
    await expect.element(dialog().getByRole('textbox', { name: t('columns.gate') })).toHaveValue('G7');
    await dialog().getByText(t('counters.sources.device'), { exact: true }).click();
    await choose(t('fields.deviceId'), 'PARKGATE-41');
    await choose(t('fields.way'), t('values.direction.both'));
    await dialog()
      .getByRole('switch', { name: t('fields.reversed') })
      .click();
    await save().click();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/sparking/api/counter/2'))
      .toEqual([{ deviceId: 41, gate: null, groupId: 6, direction: null, reversed: false }]);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('are removed after a confirmation', async () => {
    const sent = await open(language);
    await button(t('counters.removeNamed', { name: 'PARKGATE-41' })).click();
    await expect.element(dialog().getByText(t('counters.removeText'))).toBeVisible();
    expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await dialog()
      .getByRole('button', { name: t('counters.remove') })
      .click();
    await expect
      .poll(() => sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path))
      .toEqual(['/sparking/api/counter/1']);
  });

  test('are none at first, and a form without devices says what to do', async () => {
    await open(language, { rows: [], devices: [] });
    await expect.element(page.getByText(t('counters.none'))).toBeVisible();
    await button(t('counters.add')).click();
    await expect.element(dialog().getByText(t('counters.noDevice'))).toBeVisible();
  });
});

test('who may only read counters changes none', async () => {
  sessionStore.set(permitted(group.can('read'), entity.can('read')));
  await open('en');
  await expect.element(page.getByText('PARKGATE-41')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a car park that is counted by its bays shows counters only if it has some', async () => {
  const sent = await open('en', { rows: [], ifAny: true });
  await expect.poll(() => sent.some(({ path }) => path === '/sparking/api/counter')).toBe(true);
  expect(page.getByRole('heading').elements()).toEqual([]);
});

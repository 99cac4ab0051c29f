import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import type { GroupCount, ShownCorrection } from '../../common/counter.ts';
import { group as entity, type ShownGroup } from '../../common/group.ts';
import { CountTab } from './CountTab.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const at = '2026-11-28T08:00:00.000Z';
const groupOf = (id: number, name: string, countMode: ShownGroup['countMode']): ShownGroup => ({
  ...{ id, companyId: 1, createdAt: at, locationId: 9, name, floorId: null, floor: null, kind: 'level', countMode },
  ...{ capacityDeclared: 100, forPublic: true, order: 0, free: 0, occupied: 0, unknown: 0, outOfService: 0 },
  ...{ total: 100, byUse: [], fill: null, coverage: null },
});
const groups = [groupOf(5, 'North', null), groupOf(6, 'South', 'counters')];

async function open(language: Language, countMode: 'slots' | 'counters') {
  let raw = -3;
  const corrections: ShownCorrection[] = [];
  let given: GroupCount['given'] = null;
  const none = { nightlyAt: null, given: null };
  const sent = testServer({
    'GET /user/parameter': {},
    'GET /sparking/api/group': groups,
    'GET /sparking/api/group/5/count': () => ({ raw, shown: Math.max(0, raw), capacity: 100, ...none }),
    'GET /sparking/api/group/6/count': () => ({
      ...{ raw: 40, shown: 40, capacity: 60, nightlyAt: '2099-11-28T00:00:00.000Z', given },
    }),
    'PUT /sparking/api/group/6/count/nightly': ({ body }) => {
      given = { value: 7, reason: '', ...(body as object), by: { id: 3, name: 'Salem' } };
      return { raw: 40, shown: 40, capacity: 60, nightlyAt: null, given };
    },
    'DELETE /sparking/api/group/6/count/nightly': () => {
      given = null;
      return null;
    },
    'GET /sparking/api/group/5/correction': () => [...corrections],
    'GET /sparking/api/group/6/correction': [],
    'POST /sparking/api/group/5/count': () => {
      corrections.push({
        ...{ id: 1, companyId: 1, createdAt: at, groupId: 5, at, before: raw, after: 12, cause: 'operator' },
        ...{ reason: 'Counted at noon', user: { id: 3, name: 'Salem' } },
      });
      raw = 12;
      return { raw, shown: raw, capacity: 100, ...none };
    },
  });
  await show(
    language,
    <main>
      <CountTab location={{ id: 9, countMode }} />
    </main>,
    { texts: ['sparking'] },
  );
  return sent;
}

beforeEach(() => sessionStore.set(permitted(entity.can('read'), entity.can('count'))));

describe.each(languages)('the counts of a car park in %s', (language: Language) => {
  test('say what is possible and what was counted, and are corrected with a reason, which is listed', async () => {
    const sent = await open(language, 'counters');
    await expect.element(page.getByText(t('count.ofCapacity', { count: 0, capacity: 100 }))).toBeVisible();
    await expect.element(page.getByText(t('count.impossible'))).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: t('count.correct') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(t('fields.value')).fill('12');
    await dialog.getByLabelText(t('fields.reason')).fill('Counted at noon');
    await expectAccessible();
    await dialog.getByRole('button', { name: text('kit', 'actions.save') }).click();
    await expect.element(page.getByText(t('count.ofCapacity', { count: 12, capacity: 100 }))).toBeVisible();
    await expect.element(page.getByText('Counted at noon')).toBeVisible();
    await expect.element(page.getByText('Salem')).toBeVisible();
    await expect.element(page.getByText(t('count.impossible'))).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/sparking/api/group/5/count')).toEqual([{ value: 12, reason: 'Counted at noon' }]);
  });

  test('are of the groups that are counted, whatever the rest of the car park does', async () => {
    await open(language, 'slots');
    await expect.element(page.getByRole('heading', { name: 'South' })).toBeVisible();
    await expect.element(page.getByText(t('count.ofCapacity', { count: 40, capacity: 60 }))).toBeVisible();
    expect(page.getByText('North').elements()).toEqual([]);
  });

  test('take a figure that is given for the night, until it is withdrawn', async () => {
    const sent = await open(language, 'slots');
    await expect.element(page.getByText(t('count.notGiven'))).toBeVisible();
    await page.getByRole('button', { name: t('count.give') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(t('fields.value')).fill('7');
    await dialog.getByLabelText(t('fields.reason')).fill('Patrol');
    await expectAccessible();
    await dialog.getByRole('button', { name: text('kit', 'actions.save') }).click();
    await expect.element(page.getByText(t('count.givenBy', { count: '7', name: 'Salem' }))).toBeVisible();
    expect(bodiesOf(sent, 'PUT', '/sparking/api/group/6/count/nightly')).toEqual([{ value: 7, reason: 'Patrol' }]);
    await page.getByRole('button', { name: t('count.withdraw') }).click();
    await expect.element(page.getByText(t('count.notGiven'))).toBeVisible();
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { layouts } from '../../app.ts';
import { layout as entity, type Layout } from '../../common/layout.ts';
import type { LayoutItem, NewItem } from '../../common/layout-item.ts';
import { ItemsEditor } from './ItemsEditor.tsx';

/** The slice whose kinds of spaces and texts are shown. */
const places: AppManifest = {
  ...layouts,
  id: 'places',
  spaceKinds: { room: { icon: 'door' }, bay: { icon: 'parking' } },
};
const layout: Layout = {
  id: 3,
  companyId: 7,
  createdAt: '2026-03-01T08:00:00.000Z',
  structureId: 9,
  structure: { id: 9, name: 'Garage' },
  floorId: 2,
  floor: { id: 2, name: 'Basement' },
  name: 'Basement',
  fileId: 1,
  width: 800,
  height: 500,
  devices: 0,
  items: 0,
};
const bay = (refId: number, x: number, y: number, more: Partial<LayoutItem> = {}): LayoutItem => ({
  ...{ id: refId, app: 'places', kind: 'space', refId, name: `B-${refId}`, spaceKind: 'bay', look: null },
  ...{ x, y, turn: 0, outline: null, ...more },
});
const t = (key: string, values?: Record<string, unknown>) => text('layouts', key, values);
const items = () => page.getByRole('listbox', { name: t('items.on', { name: layout.name }) });
const option = (name: string) =>
  page.getByRole('option', { name: `${name}, ${text('places', 'spaceKinds.bay')}`, exact: true });
const button = (key: string) => page.getByRole('button', { name: t(`items.${key}`), exact: true });
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key.length === 1 || key.startsWith('{') ? key : `{${key}}`);
};
const undo = () => page.getByRole('button', { name: t('undo'), exact: true });

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  const context = canvas.getContext('2d');
  context?.fillRect(40, 40, 720, 8);
  return new File([await canvas.convertToBlob()], 'plan.png', { type: 'image/png' });
}

/** A plan with these items and further bays to place. */
async function open(language: Language, placed: readonly LayoutItem[]) {
  const image = await picture();
  let now = [...placed];
  const sent = testServer({
    'GET /layout/3/image': () => new Response(image),
    'GET /layout/3/item': () => now,
    'PUT /layout/3/item': ({ body }) => {
      const put = (body as { items: NewItem[] }).items;
      const after = put.map((item) =>
        bay(item.refId, item.x, item.y, { turn: item.turn ?? 0, outline: item.outline ?? null }),
      );
      now = [...now.filter((one) => !after.some(({ refId }) => refId === one.refId)), ...after];
      return after;
    },
    'POST /layout/3/delete-item': ({ body }) => {
      const { itemIds } = body as { itemIds: number[] };
      now = now.filter(({ id }) => !itemIds.includes(id));
      return new Response(null, { status: 204 });
    },
    'GET /company/7/structure/9/space': [1, 2, 3, 8].map((id) => ({ id, name: `B-${id}`, kind: 'bay' })),
  });
  const shown = (
    <main style={{ display: 'flex', blockSize: 700 }}>
      <ItemsEditor layout={layout} actions={null} />
    </main>
  );
  await show(language, shown, { texts: ['layouts', 'places'] });
  return { sent, puts: () => bodiesOf(sent, 'PUT', '/layout/3/item') as { items: NewItem[] }[], stored: () => now };
}
const spotsOf = (rows: readonly { refId: number; x: number; y: number }[]) =>
  [...rows].sort((a, b) => a.refId - b.refId).map(({ refId, x, y }) => [refId, x, y]);
const three = [bay(1, 0.1, 0.5), bay(2, 0.2, 0.5), bay(3, 0.6, 0.5)];

beforeEach(() => {
  registerApps([places]);
  sessionStore.set(permitted(...['read', 'update'].map((action) => entity.can(action))));
});

describe.each(languages)('the items of a plan in %s', (language: Language) => {
  test('are selected, moved as a group, turned and taken off by keyboard alone', async () => {
    const { stored } = await open(language, three);
    await expect.element(option('B-1')).toBeVisible();
    (items().element() as unknown as HTMLElement).focus();
    await press('Home', ' ', '{Shift>}{ArrowRight}{/Shift}');
    await expect.element(page.getByText(t('items.selected', { count: 2, shown: '2' }))).toBeInTheDocument();
    await expectAccessible();
    // To the edge: the distance of the two stays.
    await press('Enter', '{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}', 'ArrowDown', 'Enter');
    const moved = [
      [1, 0, 0.51],
      [2, 0.1, 0.51],
      [3, 0.6, 0.5],
    ];
    await expect.poll(() => spotsOf(stored())).toEqual(moved);
    await press('r');
    await expect
      .poll(() =>
        stored()
          .map(({ refId, turn }) => [refId, turn])
          .sort(),
      )
      .toEqual([
        [1, 15],
        [2, 15],
        [3, 0],
      ]);
    await press('Delete');
    await expect.poll(() => stored().map(({ refId }) => refId)).toEqual([3]);
    await press('{Control>}z{/Control}', '{Control>}z{/Control}', '{Control>}z{/Control}');
    await expect.poll(() => spotsOf(stored())).toEqual(spotsOf(three));
    await press('{Control>}y{/Control}');
    await expect.poll(() => spotsOf(stored())).toEqual(moved);
  });

  test('are selected by a lasso and dragged together, which can be undone', async () => {
    const { stored } = await open(language, three);
    await expect.element(option('B-1')).toBeVisible();
    await button('lasso').click();
    await expect.element(button('lasso')).toHaveAttribute('aria-pressed', 'true');
    const at = (x: number, y: number) => {
      const box = items().element().getBoundingClientRect();
      return { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
    };
    const pointer = (type: string, x: number, y: number, target: Element = items().element()) =>
      target.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1, ...at(x, y) }),
      );
    // A synthetic pointer cannot be captured.
    vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
    pointer('pointerdown', 0.02, 0.3);
    for (const [x, y] of [
      [0.3, 0.3],
      [0.3, 0.7],
      [0.02, 0.7],
    ] as const)
      pointer('pointermove', x, y);
    pointer('pointerup', 0.02, 0.7);
    await expect.element(option('B-1')).toHaveAttribute('aria-selected', 'true');
    await expect.element(option('B-2')).toHaveAttribute('aria-selected', 'true');
    await expect.element(option('B-3')).toHaveAttribute('aria-selected', 'false');
    pointer('pointerdown', 0.1, 0.5, option('B-1').element());
    pointer('pointermove', 0.3, 0.4);
    pointer('pointerup', 0.3, 0.4);
    await expect
      .poll(() => spotsOf(stored()))
      .toEqual([
        [1, 0.3, 0.4],
        [2, 0.4, 0.4],
        [3, 0.6, 0.5],
      ]);
    await undo().click();
    await expect.poll(() => spotsOf(stored())).toEqual(spotsOf(three));
  });

  test('get another one by keyboard on a phone, whose outline is drawn corner by corner', async () => {
    const { stored } = await open(language, three);
    await page.viewport(390, 844);
    const row = page.getByRole('button', { name: 'B-8', exact: true });
    await expect.element(row).toBeVisible();
    (row.element() as HTMLElement).focus();
    await press('Enter');
    await expect.poll(() => spotsOf(stored()).at(-1)).toEqual([8, 0.5, 0.5]);
    const beyond = [...document.querySelectorAll('button, input, aside, li')].filter(
      (one) => one.getBoundingClientRect().right > 390 || one.getBoundingClientRect().left < 0,
    );
    expect(beyond).toEqual([]);
    // Larger than on the whole plan, so that a finger hits each corner.
    const zoomIn = page.getByRole('button', { name: t('view.zoomIn'), exact: true });
    for (const _ of [1, 2, 3, 4, 5]) await zoomIn.click();
    await button('outline').click();
    const corner = page.getByRole('button', { name: t('items.corner', { number: 1 }), exact: true });
    (corner.element() as HTMLElement).focus();
    await press('ArrowLeft', 'Enter');
    await expectAccessible();
    await button('outlineDone').click();
    await expect.poll(() => stored().find(({ refId }) => refId === 8)?.outline?.length).toBeGreaterThan(3);
  });
});

test('a thousand items are drawn at once and a step of the focus renders few of them again', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => bay(n + 1, (n % 40) / 40, Math.floor(n / 40) / 25));
  await open('en', many);
  await expect.element(option('B-1000')).toBeInTheDocument();
  const nodes = [...document.querySelectorAll('[data-item]')];
  expect(nodes.length).toBe(1000);
  const changed = new Set<Node>();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) changed.add(target);
  });
  observer.observe(items().element(), { subtree: true, attributes: true, childList: true });
  (items().element() as unknown as HTMLElement).focus();
  await press('Home', 'ArrowRight');
  await expect.poll(() => document.querySelector('[data-active]')?.getAttribute('data-item')).toBe('B-2');
  observer.disconnect();
  // The drawing itself, the item that had the focus and the one that has it now.
  expect(changed.size).toBeLessThanOrEqual(3);
});

import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Layout } from '#core/layouts/common/layout.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { TrapOnPlan } from '../../common/analysis.ts';
import { HeatPlan } from './HeatPlan.tsx';

const layout: Layout = {
  ...{ id: 3, companyId: 7, createdAt: '2026-03-01T08:00:00.000Z', structureId: 9, floorId: 2, name: 'Level 1' },
  ...{ structure: { id: 9, name: 'Mall' }, floor: { id: 2, name: 'Level 1' }, fileId: 1 },
  ...{ width: 800, height: 500, devices: 4, items: 0 },
};
const trap = (number: number, hits: number, nights: number): TrapOnPlan => ({
  ...{ id: number + 100, name: `Trap ${number}`, number, layoutId: 3, x: number * 0.2, y: 0.5 },
  ...{ hits, nights, catches: 0, presumed: 0, false: 0, rate: null },
});
const hitsText = (count: number) => text('rodent', 'analysis.hitCount', { count, shown: String(count) });
const circle = (name: string) => page.getByRole('link', { name, exact: true });
const widthOf = (name: string) => circle(name).element().getBoundingClientRect().width;

async function open(language: (typeof languages)[number], traps: readonly TrapOnPlan[]) {
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  canvas.getContext('2d')?.fillRect(0, 0, 800, 8);
  const image = await canvas.convertToBlob();
  testServer({ 'GET /layout/3/image': () => new Response(image) });
  await show(
    language,
    <main>
      <HeatPlan layout={layout} traps={traps} />
    </main>,
    { texts: ['rodent', 'layouts'] },
  );
}

describe.each(languages)('hits on a plan in %s', (language) => {
  test('are a number in a circle that is larger the more there are, and a trap that was not heard says so', async () => {
    await open(language, [trap(1, 9, 28), trap(2, 1, 28), trap(3, 0, 28), trap(4, 0, 0)]);
    const named = (number: number, count: number) =>
      text('rodent', 'heat.trap', { trap: String(number), hits: hitsText(count) });
    const unheard = text('rodent', 'heat.unheardTrap', { trap: '4' });
    await expect.element(circle(named(1, 9))).toHaveTextContent('91');
    await expect.element(circle(named(3, 0))).toHaveTextContent('03');
    await expect.element(circle(unheard)).toHaveTextContent('–4');
    expect(widthOf(named(1, 9))).toBeGreaterThan(widthOf(named(2, 1)));
    expect(widthOf(named(2, 1))).toBeGreaterThan(widthOf(named(3, 0)));
    await expect.element(circle(named(1, 9))).toHaveAttribute('href', '/LessWaste/devices/details/101');
    const rows = page.getByRole('row');
    await expect.element(rows.nth(1)).toHaveTextContent('Trap 1');
    await expect.element(rows.last()).toHaveTextContent(text('rodent', 'heat.unheard'));
    await expectAccessible();
  });

  test('of traps that stand close together are one circle with their sum, which leads to each of them', async () => {
    await open(language, [trap(1, 9, 28), { ...trap(2, 3, 28), x: 0.201 }, trap(4, 0, 28)]);
    const together = text('rodent', 'heat.traps', { count: 2, shown: '2', hits: hitsText(12) });
    const group = page.getByRole('button', { name: together, exact: true });
    await expect.element(group).toHaveTextContent('12×2');
    const alone = text('rodent', 'heat.trap', { trap: '4', hits: hitsText(0) });
    await expect.element(circle(alone)).toBeVisible();
    await expectAccessible();
    await group.click();
    const second = page.getByRole('menuitem', {
      name: text('rodent', 'heat.trap', { trap: '2', hits: hitsText(3) }),
    });
    await expect.element(second).toHaveAttribute('href', '/LessWaste/devices/details/102');
  });

  test('of a plan without traps say how they get there', async () => {
    await open(language, []);
    await expect.element(page.getByText(text('rodent', 'heat.empty'))).toBeVisible();
  });
});

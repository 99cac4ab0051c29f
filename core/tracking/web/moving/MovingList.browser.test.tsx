import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import type { MovingThing } from '../../common/moving.ts';
import { countsOf, foundThings, type MovingFilter } from './found-things.ts';
import { MovingFilters } from './MovingFilters.tsx';
import { MovingList } from './MovingList.tsx';

const count = 10_000;
const things: MovingThing[] = Array.from({ length: count }, (_, n) => ({
  ...{ id: n + 1, name: `Van ${n + 1}`, lat: 25, lng: 55, heading: 0, at: Date.now() },
  ...(n % 2 === 0 ? { speed: 40, state: 'moving' as const } : { speed: 0, state: 'stopped' as const }),
  worst: n === 5000 ? 'problem' : null,
}));

const chosen: (number | null)[] = [];
function Tried() {
  const [filter, setFilter] = useState<MovingFilter>('all');
  const [one, setOne] = useState<number | null>(null);
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: 400 }}>
      <MovingFilters counts={countsOf(things)} value={filter} onChange={setFilter} />
      <MovingList
        found={foundThings(things, { search: '', filter, near: null })}
        chosen={one}
        onChoose={(id) => {
          chosen.push(id);
          setOne(id);
        }}
        addressOf={({ id }) => `/tried/${id}`}
      />
    </div>
  );
}

const focused = () => document.activeElement?.querySelector('bdi')?.textContent ?? null;
const rows = () => page.getByRole('article').elements();

test.each(languages)(
  'of 10,000 vehicles the rows in view are drawn, and arrow keys reach the others in %s',
  async (language) => {
    await show(language, <Tried />, { texts: ['tracking'] });
    await expect.element(page.getByRole('article').first()).toBeVisible();
    expect(rows().length).toBeLessThan(40);
    // The worst alarm comes first.
    expect(rows()[0]?.querySelector('bdi')?.textContent).toBe('Van 5001');
    page.getByRole('article').first().getByRole('button').element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toBe('Van 1');
    await userEvent.keyboard('{PageDown}');
    await expect.poll(focused).toBe('Van 9');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('Van 10000');
    await userEvent.keyboard('{Enter}');
    expect(chosen.at(-1)).toBe(count);
    await userEvent.keyboard('{Enter}');
    expect(chosen.at(-1)).toBe(null);
    await expectAccessible();
  },
);

test('the filters say how many they find, and leave out states that nothing is in', async () => {
  await show('en', <Tried />, { texts: ['tracking'] });
  const filter = (state: MovingFilter) => page.getByText(text('tracking', `live.states.${state}`), { exact: true });
  await expect.element(filter('moving')).toBeVisible();
  expect(page.getByRole('radio').elements()).toHaveLength(4);
  await filter('problem').click();
  await expect.poll(() => rows().length).toBe(1);
  await filter('stopped').click();
  await expect.poll(() => rows()[0]?.querySelector('bdi')?.textContent).toBe('Van 2');
});

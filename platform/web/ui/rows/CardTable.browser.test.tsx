import { Anchor } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { expectAccessible } from '../../test-axe.ts';
import { show } from '../../test-render.tsx';
import { Facts } from '../page/Facts.tsx';
import { Panel } from '../page/Panel.tsx';
import { CardTable } from './CardTable.tsx';

const table = (
  <main>
    <CardTable
      headings={['Zone of the building', 'Response', 'Amber from', 'Red from']}
      rows={['Inside, food', 'Outside'].map((zone, n) => ({
        key: zone,
        cells: [zone, <input key="hours" aria-label={`Response, ${zone}`} defaultValue={n} />, n + 1, n + 3],
      }))}
    />
  </main>
);

describe.each(languages)('a short table in %s', (language) => {
  test('is a table on a wide screen', async () => {
    await show(language, table);
    await expect.element(page.getByRole('row').nth(2)).toHaveTextContent('Outside24');
    await expect.element(page.getByRole('rowheader', { name: 'Outside' })).toBeVisible();
    await expectAccessible();
  });

  test('has a card for each row on a phone, which names each value and fits the screen', async () => {
    await show(language, table);
    await page.viewport(390, 844);
    await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('OutsideResponseAmber from2Red from4');
    await expect.element(page.getByRole('textbox', { name: 'Response, Outside' })).toBeVisible();
    expect(page.getByRole('table').elements()).toEqual([]);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
    await expectAccessible();
  });
});

test('links that are all of a title or value are as high as a finger on a phone, unlike those within a text', async () => {
  const link = (name: string) => (
    <Anchor key={name} href={`#${name}`}>
      <bdi>{name}</bdi>
    </Anchor>
  );
  await show(
    'en',
    <main>
      <CardTable headings={['Site', 'Plan']} rows={[{ key: 1, cells: [link('Mall'), link('Level 1')] }]} />
      <Facts items={[['Site', link('Yard')]]} />
      <Panel title="Plans" aside={link('All plans')}>
        1
      </Panel>
      <p>See {link('this page')} for more.</p>
    </main>,
  );
  await page.viewport(390, 844);
  const height = (name: string) => page.getByRole('link', { name }).element().getBoundingClientRect().height;
  await expect.poll(() => ['Mall', 'Level 1', 'Yard', 'All plans'].map(height)).toEqual([44, 44, 44, 44]);
  expect(height('this page')).toBeLessThan(30);
});

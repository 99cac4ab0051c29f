import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { expectAccessible } from '../../test-axe.ts';
import { show } from '../../test-render.tsx';
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

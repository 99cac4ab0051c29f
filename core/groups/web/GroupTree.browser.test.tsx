import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { isMirrored, show } from '#platform/web/test-render.tsx';
import { GroupTree } from './GroupTree.tsx';

const groups = [
  { id: 1, name: 'Trucks', colour: 'blue', parentId: null, total: 12 },
  { id: 2, name: 'Cold chain', colour: 'teal', parentId: 1, total: 5 },
  { id: 3, name: 'Fish', colour: 'red', parentId: 2, total: 2 },
  { id: 4, name: 'Vans', colour: 'grey', parentId: null, total: 1 },
] as const;

const chosen: (number | null)[] = [];
function Tried() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <GroupTree
      label="Groups"
      groups={groups}
      value={value}
      onChange={(id) => {
        chosen.push(id);
        setValue(id);
      }}
    />
  );
}

const names = () =>
  page
    .getByRole('treeitem')
    .elements()
    .map((item) => item.querySelector('bdi')?.textContent ?? null);
const item = (name: string) => page.getByRole('treeitem').filter({ hasText: name });
const focused = () => document.activeElement?.querySelector('bdi')?.textContent ?? null;
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
};

describe.each(languages)('the tree of groups in %s', (language: Language) => {
  const t = (key: string, values?: Record<string, unknown>) => text('groups', key, values);
  const [forward, back] = isMirrored(language) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const open = async () => {
    chosen.length = 0;
    await show(language, <Tried />, { texts: ['groups'] });
    await expect.element(page.getByRole('tree', { name: 'Groups' })).toBeVisible();
  };

  test('shows each group below the one around it with its number of records', async () => {
    await open();
    expect(names()).toEqual([null, 'Trucks', 'Cold chain', 'Fish', 'Vans']);
    await expect.element(page.getByRole('treeitem').first()).toHaveTextContent(t('all'));
    const levels = page
      .getByRole('treeitem')
      .elements()
      .map((one) => one.getAttribute('aria-level'));
    expect(levels).toEqual(['1', '1', '2', '3', '1']);
    await expect.element(page.getByTitle(t('count', { count: 12, shown: '12' }))).toBeVisible();
    await expectAccessible();
  });

  test('is used by the keyboard alone', async () => {
    await open();
    await press('Tab', 'ArrowDown');
    expect(focused()).toBe('Trucks');
    await press(back as string);
    expect(names()).toEqual([null, 'Trucks', 'Vans']);
    await press(forward as string);
    expect(names()).toHaveLength(5);
    await press(forward as string, forward as string);
    expect(focused()).toBe('Fish');
    await press('Enter');
    await press(back as string);
    expect(focused()).toBe('Cold chain');
    await press('End', 'Space');
    await press('ArrowDown', 'Home', 'ArrowUp', 'Enter');
    expect(chosen).toEqual([3, 4, null]);
    // Tab leaves the tree at once, and comes back to the row that had the focus.
    await press('End', 'Tab');
    expect(document.activeElement?.getAttribute('role')).not.toBe('treeitem');
  });

  test('is used by the pointer, and what closes a group does not choose it', async () => {
    await open();
    await item('Cold chain').click();
    await expect.element(item('Cold chain')).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(item('Trucks').element().firstElementChild as Element);
    expect(names()).toEqual([null, 'Trucks', 'Vans']);
    await expect.element(item('Trucks')).toHaveAttribute('aria-expanded', 'false');
    expect(chosen).toEqual([2]);
  });
});

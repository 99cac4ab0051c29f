import { IconBan, IconLock, IconTrash } from '@tabler/icons-react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../i18n/i18n.ts';
import { sessionStore } from '../../../session/session-store.ts';
import { testMe } from '../../../session/test-session.ts';
import { kit, show } from '../../../test-render.tsx';
import { sizes } from '../../../theme.ts';
import { CardGrid } from '../table/CardGrid.tsx';
import type { AnyRow } from '../table/columns.tsx';
import { RowActions } from './RowActions.tsx';
import { rowAction } from './row-actions.tsx';

const started: string[] = [];
const run = (name: string) => () => {
  started.push(name);
  return Promise.resolve();
};
const actions = [
  rowAction<AnyRow>('confirm', { icon: IconLock, run: run('confirm') }),
  rowAction<AnyRow>('delete', { icon: IconTrash, danger: true, run: run('delete') }),
  rowAction<AnyRow>('add', { icon: IconBan, access: { adminTypes: ['Super Admin'] }, run: run('add') }),
];
const row = { id: 1, name: 'Server room' };
const nothing = () => undefined;

const Cards = () => (
  <CardGrid
    namespace="tried"
    label="Locks"
    columns={[{ field: 'name' }]}
    rows={[row]}
    rowKey="id"
    sort={null}
    sortable={[]}
    onSort={nothing}
    selectionMode="multiple"
    selection={{}}
    onSelection={nothing}
    actions={(one) => <RowActions namespace="tried" row={one} actions={actions} onRemove={nothing} onDone={nothing} />}
    actionCount={actions.length}
    loading={false}
    skeletonRows={0}
    busy={false}
  />
);
const button = (key: string) => page.getByRole('button', { name: kit(`actions.${key}`), exact: true });
const menu = () => page.getByRole('button', { name: kit('list.actionsOf', { name: 'Server room' }) });

beforeEach(() => {
  sessionStore.set({ me: testMe(), index: {} });
  started.length = 0;
});

describe.each(languages)('the actions of a card in %s', (language) => {
  test('are buttons on a wide screen', async () => {
    await show(language, <Cards />);
    await button('confirm').click();
    expect(started).toEqual(['confirm']);
    await expect.element(button('delete')).toBeVisible();
    expect(button('add').elements()).toEqual([]);
  });

  test('are in one menu on a phone, the dangerous one apart from the others', async () => {
    await show(language, <Cards />);
    await page.viewport(390, 844);
    await menu().click();
    const items = page.getByRole('menuitem');
    await expect.element(items.nth(1)).toHaveTextContent(kit('actions.delete'));
    expect(items.elements()).toHaveLength(2);
    await expect.element(page.getByRole('separator')).toBeInTheDocument();
    await items.nth(0).click();
    expect(started).toEqual(['confirm']);
  });

  test('can be touched without hitting their neighbours', async () => {
    await show(language, <Cards />);
    await page.viewport(390, 844);
    await expect.element(menu()).toBeVisible();
    const { width, height } = menu().element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(sizes.touch);
  });
});

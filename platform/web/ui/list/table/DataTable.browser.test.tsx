import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../../i18n/i18n.ts';
import { isMirrored, kit, show, tried } from '../../../test-render.tsx';
import type { Sort } from '../list-state.ts';
import { CardGrid } from './CardGrid.tsx';
import { columnsFor, columnsOf } from './columns.tsx';
import { DataTable, type Selection } from './DataTable.tsx';

const rows = [
  { id: 1, name: 'Basement', serial: 'A1' },
  { id: 2, name: 'Roof', serial: 'A2' },
  { id: 3, name: 'Yard', serial: 'A3' },
];
const columns = columnsOf([columnsFor<(typeof rows)[number]>().link('name', '/opened/{id}'), 'serial']);

function Table({
  as: Shown = DataTable,
  of = columns,
}: {
  as?: typeof DataTable | typeof CardGrid;
  of?: typeof columns;
}) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [selection, setSelection] = useState<Selection>({});
  return (
    <>
      <Shown
        namespace="tried"
        label="Places"
        columns={of}
        rows={rows}
        rowKey="id"
        sort={sort}
        sortable={['name']}
        onSort={(field) => setSort({ field, direction: sort?.direction === 'asc' ? 'desc' : 'asc' })}
        selectionMode="multiple"
        selection={selection}
        onSelection={setSelection}
        actionCount={0}
        loading={false}
        skeletonRows={0}
        busy={false}
      />
      <output>{Object.keys(selection).join()}</output>
    </>
  );
}

const bodyRow = (name: string) => page.getByRole('row', { name });
const selected = () => expect.element(page.getByRole('status'));

describe.each(languages)('a table in %s', (language) => {
  test('is sorted by the header of a sortable column, ascending, then descending', async () => {
    await show(language, <Table />);
    const head = page.getByRole('columnheader', { name: tried('columns.name') });
    await head.getByRole('button').click();
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
    await head.getByRole('button').click();
    await expect.element(head).toHaveAttribute('aria-sort', 'descending');
    const serial = page.getByRole('columnheader', { name: tried('columns.serial') });
    expect(serial.getByRole('button').elements()).toHaveLength(0);
  });

  test('selects rows one by one and all at once, and shows that only some are', async () => {
    await show(language, <Table />);
    const all = page.getByRole('checkbox', { name: kit('list.selectAll') });
    await page.getByRole('checkbox', { name: kit('list.selectRow', { name: 'Roof' }) }).click();
    await selected().toHaveTextContent('2');
    await expect.element(all).toBePartiallyChecked();
    await expect.element(bodyRow('Roof')).toHaveAttribute('aria-selected', 'true');
    await all.click();
    await selected().toHaveTextContent('1,2,3');
    await all.click();
    await selected().toHaveTextContent('');
  });

  test('moves between rows with the arrow keys; Space selects a row and Enter opens it', async () => {
    await show(language, <Table />);
    (bodyRow('Basement').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.element(bodyRow('Roof')).toHaveFocus();
    await userEvent.keyboard(' ');
    await selected().toHaveTextContent('2');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
  });

  test('is, as cards, entitled by the column that names a row, whose link takes the focus', async () => {
    const { link } = columnsFor<(typeof rows)[number]>();
    await show(
      language,
      <Table as={CardGrid} of={columnsOf(['serial', link('name', '/opened/{id}', { names: true })])} />,
    );
    const card = page.getByRole('listitem').first();
    await expect.element(card.getByRole('definition')).toHaveTextContent('A1');
    await card.getByRole('checkbox').click();
    await userEvent.tab();
    await expect.element(card.getByRole('link', { name: 'Basement' })).toHaveFocus();
  });

  test('begins at the side of the language’s direction', async () => {
    await show(language, <Table />);
    const left = (name: string) =>
      page
        .getByRole('columnheader', { name: tried(`columns.${name}`) })
        .element()
        .getBoundingClientRect().left;
    expect(left('name') > left('serial')).toBe(isMirrored(language));
  });
});

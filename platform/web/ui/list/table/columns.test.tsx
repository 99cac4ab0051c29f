import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../../../client/client-of.ts';
import type { FiltersOf } from '../filters/filters.ts';
import type { ListViewProps } from '../list-view-props.ts';
import { columnsFor, columnText } from './columns.tsx';

const row = z.object({ id: z.number(), name: z.string(), place: z.object({ name: z.string() }).nullable() });
const list = route.list('/thing', { access: { or: [] }, reply: row, list: { filter: ['name'], sort: ['name'] } });
type Row = z.infer<typeof row>;
type Props = ListViewProps<typeof list>;

test('a column names a field of the row, or of a record within it', () => {
  const { link, code, cell } = columnsFor<Row>();
  const columns: Props['columns'] = [link('name', '/thing/{id}'), 'id', code('place.name')];
  expect(columns).toHaveLength(3);
  // @ts-expect-error: no row has it
  const mistyped: Props['columns'] = [code('nam'), 'place.nam'];
  // @ts-expect-error: a name is a word, not a number
  cell('name', ({ value }: { value: number }) => <>{value.toFixed()}</>);
  expect(mistyped).toHaveLength(2);
});

test('a computed column has its own rendering and plain text', () => {
  const made: Props['columns'] = [{ field: 'both', render: (one) => one.name, text: (one) => one.place?.name }];
  // @ts-expect-error: an export would show nothing
  const silent: Props['columns'] = [{ field: 'both', render: (one) => one.name }];
  expect([...made, ...silent].map((one) => columnText(one as { field: string }))).toEqual([
    'columns.both',
    'columns.both',
  ]);
});

test('a filter is typed by the filters of its call', () => {
  const api = clientOf(
    defineApp({
      id: 'sample',
      brand: 'Sample',
      icon: 'box',
      web: '',
      api: '',
      needs: [],
      routes: { thing: { list } },
      pages: [],
    }),
  );
  const filters: FiltersOf<typeof api.thing.list> = [{ field: 'name', kind: 'boolean' }];
  // @ts-expect-error: the call filters by the name alone
  const mistyped: FiltersOf<typeof api.thing.list> = [{ field: 'place', kind: 'boolean' }];
  // @ts-expect-error: nor does a page set it
  const fixed: Props['fixed'] = { place: 1 };
  expect([filters, mistyped, fixed]).toHaveLength(3);
});

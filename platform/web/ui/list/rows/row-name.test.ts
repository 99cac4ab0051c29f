import { expect, test } from 'vitest';
import type { AnyRow, Column } from '../table/columns.tsx';
import { rowName } from './row-name.ts';

const column = (field: string, more: Partial<Column<AnyRow>> = {}): Column<AnyRow> => ({
  field,
  render: () => null,
  text: (row: AnyRow) => String(row[field]),
  ...more,
});

test('a row is named after its record, whatever its first column is', () => {
  expect(rowName({ id: 5, nextStep: 'Nothing left to do', number: 'PO-17' }, [column('nextStep')])).toBe('PO-17');
  expect(rowName({ id: 5, name: 'Roof', number: 'PO-17' }, [column('number')])).toBe('Roof');
  expect(rowName({ id: 2, holder: { id: 9, name: 'Noor' } }, [column('id')])).toBe('Noor');
});

test('an alarm is named after its kind and its subject', () => {
  const alarm = { id: 421, kind: 'Level too high', subject: { name: 'Tank 3' } };
  expect(rowName(alarm, [column('severity'), column('kind', { names: true })])).toBe('Level too high, Tank 3');
});

test('a record without a name is called by its first column that has a text, or by its id', () => {
  expect(rowName({ id: 7, at: '2026-05-01' }, [column('at')])).toBe('2026-05-01');
  expect(rowName({ id: 7 })).toBe('7');
});

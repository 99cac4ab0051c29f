import { expect, test } from 'vitest';
import { theme } from '../../theme.ts';
import { foldedFilter } from './folded-filter.ts';

const found = (labels: string[], search: string) =>
  foldedFilter({ options: labels.map((label) => ({ value: label, label })), search, limit: 10 }).map(
    (one) => 'label' in one && one.label,
  );

test('options are found in any spelling of Arabic', () => {
  expect(found(['أبراج الشاطئ', 'فندق الوادي'], 'ابراج')).toEqual(['أبراج الشاطئ']);
  expect(found(['شقة ١٠١', 'شقة ١٠٢'], 'شقه 102')).toEqual(['شقة ١٠٢']);
});

test('option groups keep their matches, and empty groups are removed', () => {
  const options = [
    { group: 'a', items: [{ value: '1', label: 'إدارة' }] },
    { group: 'b', items: [{ value: '2', label: 'قراءة' }] },
  ];
  expect(foldedFilter({ options, search: 'قراءه', limit: 10 })).toEqual([options[1]]);
});

test('every select of the theme uses the folded filter', () => {
  expect(theme.components?.Select?.defaultProps).toMatchObject({ filter: foldedFilter });
  expect(theme.components?.MultiSelect?.defaultProps).toMatchObject({ filter: foldedFilter });
});

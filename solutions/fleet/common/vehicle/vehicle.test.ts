import { describe, expect, test } from 'vitest';
import { papersUntil } from './papers.ts';
import { fullPlateKey, plateText } from './plate.ts';

const of = (country: 'AE' | 'SA' | 'OM', number: string, category: string | null = null) =>
  fullPlateKey({ country, emirate: country === 'AE' ? 'dubai' : null, category, number });

describe('the key of a plate of a company', () => {
  test('is the same for letters before and after the digits of a Saudi plate, and of no other', () => {
    expect(of('SA', 'ABJ 1234')).toBe(of('SA', '١٢٣٤ أ ب ح'));
    expect(of('OM', '12 A')).not.toBe(of('OM', 'A 12'));
  });

  test('differs by country, emirate, category and number', () => {
    const sharjah = fullPlateKey({ country: 'AE', emirate: 'sharjah', category: 'A', number: '12' });
    const keys = [of('AE', '12', 'A'), of('AE', '12', 'B'), of('AE', '2', 'A1'), of('OM', '12', 'A'), sharjah];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('folds the category as well', () => {
    expect(of('AE', '١٢', ' أ ')).toBe(of('AE', '12', 'a'));
  });
});

test('a plate is said as its category and number', () => {
  expect(plateText({ country: 'AE', emirate: 'dubai', category: 'A', number: '12345' })).toBe('A 12345');
  expect(plateText({ country: 'SA', emirate: null, category: null, number: 'ABJ 1234' })).toBe('ABJ 1234');
});

test('papers are valid until the first of them ends', () => {
  const permits = [{ expires: '2026-04-01' }, { expires: null }];
  const papers = { registrationExpires: '2026-05-01', insuranceExpires: null, permits };
  expect(papersUntil(papers)).toBe('2026-04-01');
  expect(papersUntil({ ...papers, permits: [] })).toBe('2026-05-01');
  expect(papersUntil({ registrationExpires: null, insuranceExpires: null, permits: [] })).toBe(null);
});

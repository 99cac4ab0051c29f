import { describe, expect, test } from 'vitest';
import { type DraftSection, keyed } from '../draft.ts';
import { type Change, dropped, inserted, moved, resized, rowsIn, type Target, without } from './section-moves.ts';

/** Rows of widths: `6 6 | 12`. Sections are named `a`, `b`, … in order. */
function sectionsOf(text: string): DraftSection[] {
  let next = 'a'.charCodeAt(0);
  return text.split('|').flatMap((row) =>
    row
      .trim()
      .split(' ')
      .map((width, at) => {
        const name = String.fromCharCode(next++);
        const place = { width: Number(width), startsRow: at === 0 };
        return width === 'break'
          ? keyed({ type: 'page-break', width: 12, startsRow: true })
          : keyed({ type: 'text', en: name, ar: name, ...place });
      }),
  );
}
const nameOf = (section: DraftSection) => (section.type === 'text' ? section.en : 'break');
const shown = (sections: readonly DraftSection[]) =>
  rowsIn(sections)
    .map((row) => row.map((section) => `${nameOf(section)}${section.width}`).join(' '))
    .join(' | ');
const result = (change: Change) => ('refused' in change ? change.refused : shown(change.sections));
const keyOf = (sections: readonly DraftSection[], name: string) =>
  sections.find((one) => nameOf(one) === name)?.key ?? 0;
const least = () => 3;

describe('moving a section', () => {
  const move = (text: string, name: string, step: -1 | 1) => {
    const sections = sectionsOf(text);
    return result(moved(sections, keyOf(sections, name), step));
  };

  test('exchanges it with its neighbour in the row', () => {
    expect(move('6 6 | 12', 'a', 1)).toBe('b6 a6 | c12');
    expect(move('4 4 4', 'c', -1)).toBe('a4 c4 b4');
  });
  test('takes it out of its row at either end', () => {
    expect(move('6 6 | 12', 'b', 1)).toBe('a6 | b6 | c12');
    expect(move('6 6 | 12', 'a', -1)).toBe('a6 | b6 | c12');
  });
  test('puts it into the next row if that has room, otherwise past it', () => {
    expect(move('6 | 6', 'b', -1)).toBe('a6 b6');
    expect(move('6 | 6', 'a', 1)).toBe('a6 b6');
    expect(move('12 | 6', 'b', -1)).toBe('b6 | a12');
    expect(move('3 3 3 3 | 3', 'e', -1)).toBe('e3 | a3 b3 c3 d3');
  });
  test('never puts anything next to a page break', () => {
    expect(move('3 | break', 'a', 1)).toBe('break12 | a3');
  });
  test('stops at the first and the last row', () => {
    expect(move('12 | 12', 'a', -1)).toBe('edge');
    expect(move('12 | 12', 'b', 1)).toBe('edge');
  });
});

describe('changing the width of a section', () => {
  const resize = (text: string, name: string, by: number, most = 3) => {
    const sections = sectionsOf(text);
    return result(resized(sections, keyOf(sections, name), by, () => most));
  };

  test('is refused beyond the twelve units of its row, and below its least width', () => {
    expect(resize('6 5', 'a', 1)).toBe('a7 b5');
    expect(resize('6 6', 'a', 1)).toBe('row-full');
    expect(resize('12', 'a', 1)).toBe('page-wide');
    expect(resize('8 4', 'a', -1, 8)).toBe('too-narrow');
    expect(resize('break', 'break', -1)).toBe('fixed-width');
  });
});

describe('dropping a section', () => {
  const drop = (text: string, name: string, to: Target, leastOf = least) => {
    const sections = sectionsOf(text);
    const section = sections.find((one) => nameOf(one) === name);
    return section && result(dropped(sections, section, to, leastOf));
  };

  test('between rows gives it a row of its own', () => {
    expect(drop('12 | 12 | 12', 'c', { row: 0, place: null })).toBe('c12 | a12 | b12');
    expect(drop('6 6 | 12', 'b', { row: 2, place: null })).toBe('a6 | c12 | b6');
  });
  test('into a row shares its width', () => {
    expect(drop('12 | 12', 'b', { row: 0, place: 0 })).toBe('b6 a6');
    expect(drop('6 6 | 12', 'c', { row: 0, place: 1 })).toBe('a4 c4 b4');
    expect(drop('6 | 4', 'b', { row: 0, place: 1 })).toBe('a6 b4');
  });
  test('within its own row keeps the widths', () => {
    expect(drop('4 4 4', 'a', { row: 0, place: 2 })).toBe('b4 a4 c4');
    expect(drop('4 4 4', 'c', { row: 0, place: 0 })).toBe('c4 a4 b4');
  });
  test('is refused if the row has no room', () => {
    expect(drop('8 | 8', 'b', { row: 0, place: 0 }, () => 8)).toBe('no-room');
    expect(drop('3 3 3 3 | 3', 'e', { row: 0, place: 0 })).toBe('no-room');
    expect(drop('6 | break', 'break', { row: 0, place: 0 })).toBe('no-room');
  });
});

test('a removed section leaves no empty row, and its neighbour begins the row', () => {
  const sections = sectionsOf('6 6 | 12');
  expect(shown(without(sections, keyOf(sections, 'a')))).toBe('b6 | c12');
  expect(without(sections, keyOf(sections, 'a'))[0]?.startsRow).toBe(true);
  expect(shown(without(sections, keyOf(sections, 'c')))).toBe('a6 b6');
});

test('new sections follow the row of the chosen one', () => {
  const sections = sectionsOf('6 6 | 12');
  const added = [keyed({ type: 'text', en: 'new', ar: '', width: 12, startsRow: true })];
  expect(shown(inserted(sections, added, keyOf(sections, 'a')))).toBe('a6 b6 | new12 | c12');
  expect(shown(inserted(sections, added, null))).toBe('a6 b6 | c12 | new12');
});

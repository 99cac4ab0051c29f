import { maxInRow, pageUnits } from '../../../common/report.ts';
import { rowsOf } from '../../../common/section-rows.ts';
import type { DraftSection } from '../draft.ts';

type Sections = readonly DraftSection[];
type Row = readonly DraftSection[];
type Rows = readonly Row[];
/** Why a section stays as it is. */
export type Refused = 'page-wide' | 'row-full' | 'too-narrow' | 'no-room' | 'edge' | 'fixed-width';
export type Change = { sections: Sections } | { refused: Refused };
/** The smallest width of a section. */
export type LeastOf = (section: DraftSection) => number;
/** Where a dragged section is put: into a row before a place of it, or as a row of its own before a row. */
export type Target = { row: number; place: number | null };

/** The rows of the sections, in the order in which they are printed. */
export const rowsIn = (sections: Sections): Rows => rowsOf(sections).map((row) => row.map(({ section }) => section));

const flat = (rows: Rows): Sections =>
  rows.flatMap((row) =>
    row.map((section, at) => (section.startsRow === (at === 0) ? section : { ...section, startsRow: at === 0 })),
  );

const widthOf = (row: readonly DraftSection[]): number => row.reduce((sum, { width }) => sum + width, 0);

/** The position of a section, counted from 0; `count` is that of the sections in its row. */
export function placeOf(sections: Sections, key: number): { row: number; place: number; count: number } | null {
  const rows = rowsIn(sections);
  const row = rows.findIndex((one) => one.some((section) => section.key === key));
  const found = rows[row];
  return found ? { row, place: found.findIndex((section) => section.key === key), count: found.length } : null;
}

/** A page break is alone in its row, as it ends the page. */
const isAlone = ({ type }: DraftSection): boolean => type === 'page-break';

const hasRoom = (row: readonly DraftSection[] | undefined, section: DraftSection): boolean =>
  row !== undefined &&
  row.length < maxInRow &&
  ![...row, section].some(isAlone) &&
  widthOf(row) + section.width <= pageUnits;

const exchanged = <Item>(items: readonly Item[], at: number, other: number): Item[] =>
  items.map((item, index) => items[index === at ? other : index === other ? at : index] ?? item);

/**
 * Moves a section one step forward (1) or back (-1) in the order in which sections are printed: within its row, out of it,
 * then into the next row if that has room, otherwise past it.
 */
export function moved(sections: Sections, key: number, step: -1 | 1): Change {
  const rows = rowsIn(sections);
  const at = placeOf(sections, key);
  if (!at) return { refused: 'edge' };
  const row = rows[at.row] ?? [];
  const section = row[at.place];
  if (!section) return { refused: 'edge' };
  const neighbour = at.place + step;
  if (neighbour >= 0 && neighbour < row.length)
    return { sections: flat(rows.with(at.row, exchanged(row, at.place, neighbour))) };
  if (row.length > 1) {
    const rest = row.filter((one) => one.key !== key);
    const parts = step === 1 ? [rest, [section]] : [[section], rest];
    return { sections: flat(rows.toSpliced(at.row, 1, ...parts)) };
  }
  const next = rows[at.row + step];
  if (!next) return { refused: 'edge' };
  if (!hasRoom(next, section)) return { sections: flat(exchanged(rows, at.row, at.row + step)) };
  const joined = step === 1 ? [section, ...next] : [...next, section];
  return { sections: flat(rows.with(at.row + step, joined).toSpliced(at.row, 1)) };
}

/** Makes a section wider or narrower by twelfths of the page. */
export function resized(sections: Sections, key: number, by: number, leastOf: LeastOf): Change {
  const section = sections.find((one) => one.key === key);
  const row = rowsIn(sections).find((one) => one.some((other) => other.key === key)) ?? [];
  if (!section || isAlone(section)) return { refused: 'fixed-width' };
  if (by > 0 && section.width === pageUnits) return { refused: 'page-wide' };
  if (by > 0 && widthOf(row) + by > pageUnits) return { refused: 'row-full' };
  if (section.width + by < leastOf(section)) return { refused: 'too-narrow' };
  const width = section.width + by;
  return { sections: sections.map((one) => (one.key === key ? { ...one, width } : one)) };
}

/** A row whose widths fit the page: as they are, else shared evenly above the smallest ones. Null if there is no room. */
function fitted(row: readonly DraftSection[], leastOf: LeastOf): readonly DraftSection[] | null {
  if (row.length > 1 && row.some(isAlone)) return null;
  if (row.length > maxInRow) return null;
  if (widthOf(row) <= pageUnits) return row;
  const widths = row.map(leastOf);
  let free = pageUnits - widths.reduce((sum, width) => sum + width, 0);
  if (free < 0) return null;
  for (; free > 0; free--) {
    const narrowest = widths.indexOf(Math.min(...widths));
    widths[narrowest] = (widths[narrowest] ?? 0) + 1;
  }
  return row.map((section, at) => ({ ...section, width: widths[at] ?? section.width }));
}

/** Puts a section, new or moved, where it was dropped. Sections of a row that is too full become narrower. */
export function dropped(
  sections: Sections,
  section: DraftSection,
  { row: at, place }: Target,
  leastOf: LeastOf,
): Change {
  const rows: Rows = rowsIn(sections).map((row) => row.filter(({ key }) => key !== section.key));
  const before = placeOf(sections, section.key);
  const filled = (all: Rows) => all.filter((row) => row.length > 0);
  if (place === null) return { sections: flat(filled(rows.toSpliced(at, 0, [section]))) };
  // Its own place no longer counts.
  const to = before?.row === at && before.place < place ? place - 1 : place;
  const row = fitted((rows[at] ?? []).toSpliced(to, 0, section), leastOf);
  return row ? { sections: flat(filled(rows.with(at, row))) } : { refused: 'no-room' };
}

/** Inserts sections as rows after that of a section; without one, at the end. */
export function inserted(sections: Sections, added: Sections, after: number | null): Sections {
  const rows = rowsIn(sections);
  const at = after === null ? null : placeOf(sections, after);
  return flat(rows.toSpliced(at ? at.row + 1 : rows.length, 0, ...added.map((section) => [section])));
}

export const without = (sections: Sections, key: number): Sections =>
  flat(rowsIn(sections).map((row) => row.filter((section) => section.key !== key)));

import type { ReportSection } from './report.ts';

/** The sections by the rows in which they are next to each other; `at` is the position of each in the report. */
export function rowsOf<Section extends Pick<ReportSection, 'startsRow'>>(
  sections: readonly Section[],
): { at: number; section: Section }[][] {
  const rows: { at: number; section: Section }[][] = [];
  for (const [at, section] of sections.entries()) {
    const row = rows.at(-1);
    if (!row || section.startsRow) rows.push([{ at, section }]);
    else row.push({ at, section });
  }
  return rows;
}

import { fold } from '#platform/common/search/search.ts';
import { parseDay } from '#platform/common/time/time.ts';
import type { Table } from '#platform/web/ui/import/read-table.ts';

type SaleLine = { code: string; soldAt: string; receipt: string };
/** The lines of a file by their places in it, from 0. */
type Sales = { lines: (SaleLine & { place: number })[]; faults: { line: number; word: string }[] };

/** A day as DD/MM/YYYY or YYYY-MM-DD, at noon so that it is the same day in every zone of a buyer; or an instant. */
function instantOf(text: string): string | null {
  const day = parseDay(text);
  if (day) return `${day}T12:00:00.000Z`;
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** The lines of a merchant's list. Null if a column of codes or of days is missing; a line without a day is a fault. */
export function readSaleLines(
  { head, lines }: Table,
  names: Readonly<Record<keyof SaleLine, readonly string[]>>,
): Sales | null {
  const folded = head.map(fold);
  const at = (field: keyof SaleLine) => folded.findIndex((name) => names[field].includes(name));
  const [code, soldAt, receipt] = [at('code'), at('soldAt'), at('receipt')];
  if (code < 0 || soldAt < 0) return null;
  const sales: Sales = { lines: [], faults: [] };
  for (const [place, line] of lines.entries()) {
    const text = line[code]?.trim();
    if (!text) continue;
    const day = instantOf((line[soldAt] ?? '').trim());
    if (day === null) sales.faults.push({ line: place, word: 'invalidDate' });
    else
      sales.lines.push({
        place,
        code: text.slice(0, 40),
        soldAt: day,
        receipt: (line[receipt] ?? '').trim().slice(0, 80),
      });
  }
  return sales;
}

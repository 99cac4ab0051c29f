import { fold } from '#platform/common/search.ts';
import type { Table } from '#platform/web/ui/import/read-table.ts';

type SaleLine = { code: string; soldAt: string; receipt: string };

/** The lines of a merchant's list. A line without a day that can be read was sold today. */
export function readSaleLines(
  { head, lines }: Table,
  names: Readonly<Record<keyof SaleLine, readonly string[]>>,
  now = new Date(),
): SaleLine[] {
  const folded = head.map(fold);
  const at = (field: keyof SaleLine) => folded.findIndex((name) => names[field].includes(name));
  const [code, soldAt, receipt] = [at('code'), at('soldAt'), at('receipt')];
  if (code < 0) return [];
  return lines.flatMap((line) => {
    const text = line[code]?.trim();
    if (!text) return [];
    const day = Date.parse(line[soldAt] ?? '');
    return [
      {
        code: text.slice(0, 40),
        soldAt: new Date(Number.isNaN(day) ? now : day).toISOString(),
        receipt: (line[receipt] ?? '').trim().slice(0, 80),
      },
    ];
  });
}

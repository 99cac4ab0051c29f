const byteOrderMark = '\uFEFF';

/** Spreadsheets run what begins like a formula: such text gets an apostrophe. Numbers stay numbers. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'number' ? String(value) : /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV that spreadsheets open with Arabic letters intact. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  byteOrderMark + rows.map((row) => row.map(csvCell).join(',')).join('\r\n');

export type PageOf = (skip: number, limit: number) => Promise<{ data: unknown[]; totalRecords: number | undefined }>;

/** All rows of a list, page by page; tells how far it is, from 0 to 1. */
export async function allRows(
  pageOf: PageOf,
  pageSize: number,
  onProgress: (share: number) => void,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let total = Number.POSITIVE_INFINITY;
  while (rows.length < total) {
    const page = await pageOf(rows.length, pageSize);
    total = page.totalRecords ?? (page.data.length < pageSize ? rows.length + page.data.length : total);
    rows.push(...page.data);
    onProgress(Number.isFinite(total) && total > 0 ? Math.min(1, rows.length / total) : 1);
    // Rows were deleted meanwhile: the total would never be reached.
    if (page.data.length === 0) break;
  }
  return rows;
}

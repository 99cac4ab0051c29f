import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { byteOrderMark, csvCell } from '#platform/common/text/csv.ts';
import type { ReportDocument } from '../../common/document.ts';
import { formatCell, formatPeriod } from '../../common/format-cell.ts';
import { type SheetValue, sheetsOf } from './sheets.ts';
import type { XlsxRequest } from './write-xlsx.ts';

const run = promisify(execFile);
const writer = fileURLToPath(new URL('write-xlsx.ts', import.meta.url));
const timeoutMs = 300_000;

type Language = 'en' | 'ar';

/**
 * The report as a workbook. A process of its own writes it, because the writer needs several times the memory of the
 * table.
 */
export async function xlsxOf(document: ReportDocument, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'rasid-xlsx-'));
  try {
    const [input, output] = [join(folder, 'in.json'), join(folder, 'out.xlsx')];
    const request: XlsxRequest = { sheets: sheetsOf(document, language), rightToLeft: language === 'ar' };
    await writeFile(input, JSON.stringify(request));
    await run(process.execPath, [writer, input, output], { timeout: timeoutMs });
    return new Uint8Array(await readFile(output));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const shown = (value: SheetValue, zone: string): string | number | null =>
  value !== null && typeof value === 'object'
    ? formatCell(value.wall, { key: '', title: { en: '', ar: '' }, type: 'instant' }, { language: 'en', zone })
    : value;

/** The tables of the report one below the other, with a byte order mark so that spreadsheets read Arabic. */
export function csvOf(document: ReportDocument, language: Language): Uint8Array<ArrayBuffer> {
  const tables = sheetsOf(document, language).slice(1);
  const lines = [
    [document.name, formatPeriod(document)],
    ...tables.flatMap(({ name, rows }) => [[], ...(tables.length > 1 ? [[name]] : []), ...rows]),
  ];
  // Wall-clock times stand as if they were in UTC.
  const text = lines.map((row) => `${row.map((value) => csvCell(shown(value, 'UTC'))).join(',')}\r\n`).join('');
  return new TextEncoder().encode(byteOrderMark + text);
}

import { importMaxLines } from '#platform/common/import.ts';

/** A table as text; the first line has the column names. */
export type Table = { head: string[]; lines: string[][] };

const maxBytes = 20_000_000;

export class UnreadableTable extends Error {
  readonly reason: 'kind' | 'empty' | 'tooLong' | 'broken';
  constructor(reason: UnreadableTable['reason'], cause?: unknown) {
    super(`The table cannot be read: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Reads a CSV or XLSX file (its first sheet). Throws `UnreadableTable`. */
export async function readTable(file: File): Promise<Table> {
  if (file.size > maxBytes) throw new UnreadableTable('tooLong');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The type is detected by the bytes; XLSX is a zip archive.
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!zipped && bytes.includes(0)) throw new UnreadableTable('kind');
  const cells = await (zipped ? sheetCells(file) : csvCells(bytes)).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('broken', error);
  });
  const [head, ...lines] = cells.filter((line) => line.some((cell) => cell !== ''));
  if (!head || lines.length === 0) throw new UnreadableTable('empty');
  if (lines.length > importMaxLines) throw new UnreadableTable('tooLong');
  return { head, lines };
}

async function csvCells(bytes: Uint8Array): Promise<string[][]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const text = decoded(bytes);
  const cells = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  return cells.map((line) => line.map(withoutGuard));
}

/** Arabic systems write Windows-1256 if not UTF-8. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

/** Some locales separate cells by semicolons; a copied table uses tabs. */
function delimiterOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Removes the apostrophe that an export puts before text that looks like a formula. */
const withoutGuard = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

async function sheetCells(file: File): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/browser');
  const cells = await readSheet(file);
  return cells.map((line) =>
    line.map((cell) => {
      if (cell === null || cell === undefined) return '';
      return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();
    }),
  );
}

import type { SheetRow } from './sheet.ts';
import { xlsxOf } from './xlsx-sheet.ts';

/** Rows to add, or the request to write the file. */
export type ToWorker = { rows: readonly SheetRow[] } | { sheet: string; rightToLeft: boolean };
export type FromWorker = { file: Blob } | { failed: string };

const rows: SheetRow[] = [];
const answer = (message: FromWorker) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('rows' in data) {
    for (const row of data.rows) rows.push(row);
    return;
  }
  xlsxOf(rows, data).then(
    (file) => answer({ file }),
    (error: unknown) => answer({ failed: String(error) }),
  );
});

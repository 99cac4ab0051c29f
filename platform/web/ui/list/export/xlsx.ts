import type { SheetWriter } from './sheet.ts';
import type { FromWorker, ToWorker } from './xlsx-worker.ts';

/** A table as an XLSX file, made beside the page: neither its memory nor its frames know of a hundred thousand rows. */
export function xlsxWriter(options: { sheet: string; rightToLeft: boolean }): SheetWriter {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: ToWorker) => worker.postMessage(message);
  return {
    type: 'xlsx',
    add: (rows) => tell({ rows }),
    finish: () =>
      new Promise((resolve, reject) => {
        worker.addEventListener('error', (event) => reject(new Error(event.message)));
        worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
          if ('file' in data) resolve(data.file);
          else reject(new Error(data.failed));
        });
        tell(options);
      }),
    close: () => worker.terminate(),
  };
}

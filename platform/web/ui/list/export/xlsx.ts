import type { SheetWriter } from './sheet.ts';
import type { FromWorker, ToWorker } from './xlsx-worker.ts';

/** Writes an XLSX file in a worker, to keep the memory and frame rate of the page. */
export function xlsxWriter(options: { sheet: string; rightToLeft: boolean }): SheetWriter {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToWorker) => worker.postMessage(message);
  return {
    type: 'xlsx',
    add: (rows) => send({ rows }),
    finish: () =>
      new Promise((resolve, reject) => {
        worker.addEventListener('error', (event) => reject(new Error(event.message)));
        worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
          if ('file' in data) resolve(data.file);
          else reject(new Error(data.failed));
        });
        send(options);
      }),
    close: () => worker.terminate(),
  };
}

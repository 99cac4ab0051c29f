import './events.ts';
import './tables.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { GeneratedFile, putIntoStore, storeFile } from '#platform/server/files/files.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type PrintJob, printQueue } from './documents.ts';
import { addKey, removeOldKeys } from './keys.ts';
import { PrintFailure, type PrintFault, Renderer } from './renderer.ts';

/** Faults that another attempt would repeat. */
const lasting: readonly PrintFault[] = ['too-big'];
const maxAttempts = 3;
/** A document waits 1, 2, 4, … seconds for a server that is about to start, which is about half an hour altogether. */
const maxMissed = 10;

/** Whether the server of the printed pages answers at all. */
const answers = (baseUrl: string) =>
  fetch(baseUrl, { method: 'HEAD', redirect: 'manual' }).then(
    () => true,
    () => false,
  );

/** Lays out queued documents, one at a time in this process. */
export async function startPrinting(kit: Kit): Promise<Stop> {
  const baseUrl = kit.settings.printUrl ?? kit.publicUrl;
  const renderer = new Renderer({ baseUrl, log: kit.log });
  const stopWorking = await kit.jobs.work<PrintJob>(printQueue, async ({ documentId, missed = 0 }) => {
    if (missed < maxMissed && !(await answers(baseUrl))) {
      const again = { documentId, missed: missed + 1 };
      return inSystem(kit.db, (tx) =>
        kit.jobs.send<PrintJob>({ tx, actor: null }, printQueue, again, { startAfterSeconds: 2 ** missed }),
      );
    }
    const document = await inSystem(kit.db, (tx) =>
      tx
        .selectFrom('printDocument')
        .select(['id', 'companyId', 'page', 'title', 'state'])
        .where('id', '=', documentId)
        .executeTakeFirst(),
    );
    if (document?.state === 'queued') await layOut(kit, renderer, document);
  });
  await kit.jobs.schedule('print.remove-old-keys', '23 3 * * *', async () => void (await removeOldKeys(kit)));
  return async () => {
    // A document that is under way is laid out after the next start.
    await Promise.all([stopWorking(), renderer.end()]);
  };
}

type Queued = { id: number; companyId: number; page: string; title: string };

async function layOut(kit: Kit, renderer: Renderer, document: Queued): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const pdf = await renderer.render(
        document.companyId,
        document.page,
        await addKey(kit, document.id, document.companyId),
      );
      return await store(kit, document, pdf);
    } catch (error) {
      if (!(error instanceof PrintFailure)) throw error;
      kit.log.error(
        { err: error, cause: error.cause, document: document.id, attempt },
        'a document could not be laid out',
      );
      if (attempt < maxAttempts && !lasting.includes(error.fault)) continue;
      return await finish(kit, document.id, { state: 'failed', error: error.fault });
    }
  }
}

async function store(kit: Kit, { id, companyId, title }: Queued, pdf: Buffer): Promise<void> {
  const file = new GeneratedFile([new Uint8Array(pdf)], `${title}.pdf`, { type: 'application/pdf' });
  await putIntoStore(kit, file);
  await emittingAsSystem(kit, kit.db, async (context) => {
    const { tx } = context;
    const fileId = await storeFile({ tx, kit }, companyId, file);
    await tx
      .updateTable('printDocument')
      .set({ state: 'done', fileId, finishedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await emit(context, 'print.finished', { id, fileId });
  });
}

const finish = (kit: Kit, id: number, result: { state: 'failed'; error: PrintFault }) =>
  emittingAsSystem(kit, kit.db, async (context) => {
    await context.tx
      .updateTable('printDocument')
      .set({ ...result, finishedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await emit(context, 'print.finished', { id, fileId: null });
  });

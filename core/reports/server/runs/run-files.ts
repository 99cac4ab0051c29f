import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ReportRun } from '../../common/run.ts';

type Wanted = { format?: string | undefined; language?: string | undefined };

/** 409 `not-ready` while a run is prepared, 410 `expired` if its files are no longer kept, 404 if it has ended without any. */
export function assertReady({ state, files }: ReportRun): void {
  if (state === 'expired') throw refuse(410, 'expired');
  if (['queued', 'rendering'].includes(state)) throw refuse(409, 'not-ready', { state });
  if (files.length === 0) throw refuse(404, 'not-found');
}

/** The stored file of a run in a format and language, by default the first. Refuses as `assertReady` does. */
export async function fileOfRun(
  { tx }: Pick<Context, 'tx'>,
  run: ReportRun,
  { format, language }: Wanted,
): Promise<{ fileId: number; name: string } | null> {
  if (run.state === 'expired') throw refuse(410, 'expired');
  const isWanted = (asked: string | undefined, has: string) => asked === undefined || asked === has;
  const file = run.files.find((one) => isWanted(format, one.format) && isWanted(language, one.language));
  // The files of a run are made one after the other.
  if (file?.bytes == null) {
    if (file || ['queued', 'rendering'].includes(run.state)) throw refuse(409, 'not-ready', { state: run.state });
    throw refuse(404, 'not-found');
  }
  const { fileId } = await tx
    .selectFrom('reportFile')
    .select('fileId')
    .where('code', '=', file.code)
    .executeTakeFirstOrThrow();
  const day = run.to.slice(0, 10);
  return fileId === null ? null : { fileId, name: `${run.name}_${day}_${file.language}.${file.format}` };
}

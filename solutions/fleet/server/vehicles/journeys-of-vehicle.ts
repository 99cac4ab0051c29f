import { subjectGone } from '#core/fittings/server/api.ts';
import { subjectSums } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Writing } from '#platform/server/records/writer.ts';
import { refuse } from '#platform/server/refuse.ts';

/** Refuses to remove a vehicle that has made journeys: it is retired instead. Takes out what is fitted to the others. */
export async function assertUnused(context: Writing, { id, companyId }: { id: number; companyId: number }) {
  const { tx, actor } = context;
  const subjects = { type: 'vehicle', ids: [id] };
  const sums = await bypassRls(tx, actor.scope, () => subjectSums(tx, { subjects, from: 0, to: Date.now() }));
  if ((sums.get(id)?.starts ?? 0) > 0) throw refuse(409, 'retire-instead');
  await subjectGone(context, { type: 'vehicle', id, companyId });
}

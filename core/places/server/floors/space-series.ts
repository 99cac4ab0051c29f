import { changeableCompany } from '#platform/server/http/company-access.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import type { Writing } from '#platform/server/records/writer.ts';
import { refuse } from '#platform/server/refuse.ts';
import { namesOfSeries, type Space, type SpaceSeries, space } from '../../common/space.ts';
import { assertStructure } from '../structures/structure-rows.ts';
import { checkSpace } from './space-checks.ts';
import { spaceOptions } from './space-writer.ts';

const { readAll } = recordReader<Space>(space, spaceOptions);

/** Refuses a series of which some names or codes are taken, with the first of them. */
async function assertFree({ tx }: Writing, structureId: number, floorId: number | null, series: SpaceSeries) {
  const names = namesOfSeries(series);
  const codes = names.map((name) => name.toUpperCase());
  const taken = await tx
    .selectFrom('space')
    .select(['name', 'code'])
    .where('structureId', '=', structureId)
    .where((where) =>
      where.or([
        where(where.fn<string>('upper', ['code']), 'in', codes),
        where.and([
          where('name', 'in', names),
          where('floorId', 'is not distinct from', floorId),
          where('parentId', 'is not distinct from', series.parentId),
        ]),
      ]),
    )
    .orderBy('name')
    .execute();
  const [first] = taken;
  if (first) throw refuse(409, 'series-taken', { count: taken.length, name: first.code ?? first.name });
}

/**
 * Adds numbered spaces in one statement, or none: "B1-001" to "B1-120". The caller must see the structure and may change
 * its company.
 */
export async function addSpaces(
  context: Writing,
  companyId: number,
  { structureId, ...series }: SpaceSeries & { structureId: number },
): Promise<Space[]> {
  const { tx, actor } = context;
  changeableCompany(actor, companyId);
  await assertStructure(tx, actor, companyId, structureId);
  const { kind, capacity, parentId, floorId } = series;
  const checked = await checkSpace(context, { kind, capacity, parentId, floorId, structureId }, null);
  const place = { kind, capacity, parentId, floorId, ...checked };
  await assertFree(context, structureId, place.floorId, series);
  const made = await tx
    .insertInto('space')
    .values(namesOfSeries(series).map((name) => ({ ...place, companyId, structureId, name, code: name })))
    .returning('id')
    .execute();
  return readAll(
    context,
    made.map(({ id }) => id),
  );
}

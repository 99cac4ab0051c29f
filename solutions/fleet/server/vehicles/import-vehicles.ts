import { sql } from 'kysely';
import { placesByName } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { ImportBody, ImportReply } from '#platform/common/import.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { type ByLine, importLines, type RejectLine } from '#platform/server/records/import.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import { type Papers, papersUntil } from '../../common/vehicle/papers.ts';
import { storedPlate } from '../../common/vehicle/plate.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { type VehicleLine, vehicleLine } from '../../common/vehicle/vehicle-line.ts';

type Importing = Pick<Context, 'tx' | 'actor'> & { body: ImportBody };
type Of = Importing & { companyId: number };

/** Refuses lines with a VIN that another vehicle of the company or another line has. */
async function rejectTakenVins({ tx, companyId }: Of, lines: ByLine<VehicleLine>, reject: RejectLine): Promise<void> {
  const given = [...lines].flatMap(([line, { vin, plate }]) => (vin === undefined ? [] : [{ line, vin, plate }]));
  if (given.length === 0) return;
  const { rows } = await sql<{ vin: string; plate: string }>`
    SELECT vin, plate ->> 'key' AS plate FROM fleet_vehicle
     WHERE company_id = ${companyId} AND vin = ANY (${given.map(({ vin }) => vin)}::text[])`.execute(tx);
  const plateOf = new Map(rows.map(({ vin, plate }) => [vin, plate]));
  for (const { line, vin, plate } of given) {
    const holder = plateOf.get(vin);
    if (holder === undefined) plateOf.set(vin, plate);
    else if (holder !== plate) reject(line, 'vin', 'taken');
  }
}

/** Adds vehicles, and changes those with the plates of lines. The base site of a vehicle is changed on its own. */
export function importVehicles({ tx, actor, body }: Importing): Promise<ImportReply> {
  const companyId = changeableCompany(actor, companyOf(actor));
  const context = { tx, actor, body, companyId };
  const mayAt = (site: unknown) =>
    hasAbilityOn(actor.session, 'fleet', 'vehicle', 'import', typeof site === 'number' ? site : null);
  return importLines(
    { tx, body },
    {
      table: vehicle.table,
      companyId,
      schema: vehicleLine,
      key: 'plate',
      keySql: (column) => sql`(${column} ->> 'key')`,
      defaults: {},
      async columnsOf(lines, reject) {
        await rejectTakenVins(context, lines, reject);
        const places = await placesByName({ tx, scope: actor.scope }, companyId, lines, reject);
        return new Map(
          [...lines].map(([line, { structure: _, plate: __, parts, ...fields }]) => {
            const structureId = places.get(line)?.structureId;
            if (structureId !== undefined && !mayAt(structureId)) reject(line, 'structure', 'unknownName');
            const papers = { registrationExpires: null, insuranceExpires: null, permits: [], ...fields };
            return [
              line,
              { ...fields, structureId, plate: storedPlate(parts), permits: [], papersUntil: papersUntil(papers) },
            ];
          }),
        );
      },
      change(before, { plate: _, permits: __, papersUntil: ___, ...changed }, reject) {
        if (before.state === 'retired') reject('plate', 'taken');
        if (changed.structureId !== undefined || !mayAt(before.structureId)) reject('structure', 'otherSite');
        if (Object.keys(changed).length === 0) return {};
        return { ...changed, papersUntil: papersUntil({ ...(before as unknown as Papers), ...changed }) };
      },
    },
  );
}

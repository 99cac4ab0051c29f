import { sql } from 'kysely';
import { countDevices, placesByName } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { ImportBody, ImportReply } from '#platform/common/import.ts';
import { emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type ByLine, type InsertedRow, importLines, type RejectLine } from '#platform/server/records/import.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import { type DeviceLine, deviceLine } from '../../common/device.ts';
import { faultForModel } from '../../common/serial.ts';
import { countChanges, deviceChanged, logDevices } from '../device-changes.ts';

type LineFacts = {
  line: number;
  hardwareId: number | null;
  solutionId: number | null;
  exists: boolean;
  otherApp: boolean;
  structureId: number | null;
};

/** Finds the models and the company's own devices of all lines in one statement. */
async function factsOf(tx: Tx, app: string, companyId: number, lines: ByLine<DeviceLine>): Promise<LineFacts[]> {
  const columns = [...lines].map(([line, { serial, model }]) => ({ line, serial, model }));
  const facts = await sql<LineFacts>`
    SELECT w.line, h.id AS hardware_id, h.solution_id, d.id IS NOT NULL AS "exists",
           coalesce(d.app <> ${app}, false) AS other_app, d.structure_id
      FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS w (line integer, serial text, model text)
      LEFT JOIN LATERAL (SELECT id, app, structure_id FROM device WHERE company_id = ${companyId} AND serial = w.serial ORDER BY state = 'removed' LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT id, solution_id FROM device_hardware
                          WHERE app = ${app} AND rasid_fold(w.model) IN (rasid_fold(name_en), rasid_fold(name_ar)) LIMIT 1) h ON true`.execute(
    tx,
  );
  return facts.rows;
}

type Changed = InsertedRow & { before: Record<string, unknown> };
type Placement = { companyId: number; solutionId: number; structureId: number | null };

/** Updates the counts of structures, begins subscriptions of devices that were installed, and writes the log. */
async function imported(
  context: Pick<ImportContext, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  companyId: number,
  made: readonly InsertedRow[],
  changed: readonly Changed[],
): Promise<void> {
  const { tx, actor } = context;
  const by = actor.session.user.id;
  const moves = [
    ...made.map(({ id, columns }) => ({
      id,
      before: { ...columns, companyId, structureId: null } as unknown as Placement,
      columns,
    })),
    ...changed.map(({ id, before, columns }) => ({ id, before: before as unknown as Placement, columns })),
  ].filter(({ columns }) => columns.structureId !== undefined);
  await countDevices(
    tx,
    moves.flatMap(({ before, columns }) => countChanges(before, columns.structureId as number)),
  );
  if (moves.length > 0)
    await emit(context, 'devices.moved', {
      moves: moves.map(({ id, columns }) => ({ id, structureId: columns.structureId as number })),
    });
  const installed = changed.filter(
    ({ before, columns }) => before.state === 'inventory' && columns.state === 'installed',
  );
  if (installed.length > 0) await emit(context, 'devices.installed', { ids: installed.map(({ id }) => id), by });
  await logDevices(
    tx,
    [...made, ...changed].map(({ id, columns }) => ({
      device: { id, companyId },
      kind: 'imported',
      data: { to: columns },
    })),
    by,
  );
}

type ImportContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { body: ImportBody };

/**
 * Imports devices. A line with an unknown serial creates a device in the inventory, or an installed one if it names a
 * structure. A line with a known serial renames and moves the device. New devices have no token and no secret yet.
 */
export function importDevices({ tx, kit, actor, body, afterCommit }: ImportContext, app: string): Promise<ImportReply> {
  const companyId = companyOf(actor);
  const models = kit.apps.find(({ id }) => id === app)?.hardware ?? [];
  const allowed = resourcesWith(actor.session, app, 'device', 'import');
  const mayPlace = (structureId: number | null | undefined) =>
    allowed === null || (structureId != null && allowed.includes(structureId));

  async function columnsOf(lines: ByLine<DeviceLine>, reject: RejectLine): Promise<ByLine<Record<string, unknown>>> {
    if (lines.size === 0) return new Map();
    const facts = await factsOf(tx, app, companyId, lines);
    const places = await placesByName({ tx, scope: actor.scope }, companyId, lines, reject);
    const columns: ByLine<Record<string, unknown>> = new Map();
    for (const { line, hardwareId, solutionId, exists, otherApp, structureId } of facts) {
      const { serial, name, model } = lines.get(line) as DeviceLine;
      const place = places.get(line);
      const fault = faultForModel(serial, models.find(({ id }) => id === hardwareId)?.serials);
      if (otherApp) reject(line, 'serial', 'serialOfOtherApp');
      else if (fault) reject(line, 'serial', fault);
      else if (model ? hardwareId === null : !exists) reject(line, 'model', model ? 'unknownName' : 'Required');
      else if (!mayPlace(place?.structureId ?? structureId)) reject(line, 'structure', 'notYours');
      else
        columns.set(line, {
          serial,
          ...(exists ? name && { name } : { name: name ?? serial, solutionId }),
          ...(model && { hardwareId }),
          ...(place && { ...place, ...(!exists && { state: 'installed' }) }),
        });
    }
    return columns;
  }

  return importLines(
    { tx, body },
    {
      table: 'device',
      companyId,
      // If several devices had the serial one after the other, the last one counts.
      existing: sql`NOT EXISTS (SELECT FROM device o WHERE o.serial = t.serial AND o.company_id = t.company_id AND o.id > t.id)`,
      schema: deviceLine,
      key: 'serial',
      defaults: { app, state: 'inventory' },
      columnsOf,
      change(before, changed, reject) {
        if ('hardwareId' in changed) reject('model', 'modelOfKnownDevice');
        if (before.state === 'removed') reject('serial', 'deviceRemoved');
        if (!mayPlace(before.structureId as number | null)) reject('serial', 'notYours');
        // A change of the structure clears floor and space unless the line names new ones.
        return 'structureId' in changed ? { floorId: null, spaceId: null, state: 'installed', ...changed } : changed;
      },
      async after(made, changed) {
        await imported({ tx, kit, actor, afterCommit }, companyId, made, changed);
        if (!body.dryRun)
          afterCommit(() => {
            for (const { id } of [...made, ...changed]) deviceChanged(kit, { id, companyId });
          });
      },
    },
  );
}

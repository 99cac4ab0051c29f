import { sql } from 'kysely';
import { dueBatch, dueWork } from '#platform/server/due.ts';
import { applyReports, emitChanges } from './apply-reports.ts';
import { lockCurrentById, storeCurrent } from './current-rows.ts';
import { insertIntervals } from './interval-rows.ts';
import { modelsOf } from './models-of.ts';
import { keptStates } from './state-keys.ts';
import { StateMachine, type StateRules } from './state-machine.ts';

const atOnce = 500;
/** The states of a sensor that are not kept any more are known until its last report. */
const forgotten: StateRules = { confirmMs: Number.POSITIVE_INFINITY, unknownAfterMs: 0 };

/** Makes the states of a sensor from the readings that were stored before it had a row. */
export const dueHistories = dueWork<{ id: number; deviceId: number; sensorId: number }>(
  'states from stored readings',
  { table: 'state_current', at: 'due_at', where: sql`NOT made` },
  async (context, { id, deviceId, sensorId }) => {
    const { tx, kit } = context;
    const model = (await modelsOf(tx, [deviceId])).get(deviceId) ?? 0;
    const kept = keptStates(kit.apps)
      .get(model)
      ?.find((one) => one.sensorId === sensorId);
    if (kept) await applyReports(context, [{ deviceId, sensorId, channel: '', kept, reports: [] }]);
    else await tx.deleteFrom('stateCurrent').where('id', '=', id).execute();
  },
);

/** Changes the states of sensors that have been silent for too long, or whose last change is old enough to count. */
export const dueStates = dueBatch<{ id: number }>(
  'states of sensors',
  { table: 'state_current', at: 'due_at', where: sql`made` },
  atOnce,
  async (context, taken) => {
    const { tx, kit } = context;
    const rows = await lockCurrentById(
      tx,
      taken.map(({ id }) => id),
    );
    const before = new Map(rows.map(({ id, state }) => [id, { ...state }]));
    const models = await modelsOf(
      tx,
      rows.map(({ deviceId }) => deviceId),
    );
    const ended = rows.map((row) => {
      const kept = keptStates(kit.apps)
        .get(models.get(row.deviceId) ?? 0)
        ?.find(({ sensorId }) => sensorId === row.sensorId);
      const machine = new StateMachine(row.state, kept ?? forgotten);
      // The clock of the database, which has found the row, may be ahead.
      const now = Math.max(Date.now(), row.dueAt ?? 0);
      if (machine.advance(now)) row.advancedAt = now;
      row.state = machine.current;
      row.dueAt = machine.nextChange();
      return { ...row, row, ended: machine.ended };
    });
    await insertIntervals(tx, ended);
    await storeCurrent(tx, rows);
    await emitChanges(context, ended, before);
  },
);

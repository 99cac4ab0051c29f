import { deviceFacts } from '#core/devices/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';

/** The hardware model of each device. */
export async function modelsOf(tx: Tx, devices: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await queryText<{ id: number; hardware_id: number }>(tx, {
    name: 'state-models',
    text: `SELECT d.id, d.hardware_id FROM ${deviceFacts} d WHERE d.id = ANY ($1::integer[])`,
    values: [devices],
  });
  return new Map(rows.map(({ id, hardware_id: model }) => [id, model]));
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

export type DeviceProgress = {
  /** The newest device of them. */
  device: { id: number; app: string; solutionId: number } | null;
  /** Some device has a secret or has sent a message. */
  connected: boolean;
  /** Some device has a value that is shown. */
  shown: boolean;
};

/** How far companies are with their first device. */
export async function deviceProgress(tx: Tx, companies: readonly number[]): Promise<DeviceProgress> {
  const found = await sql<DeviceProgress>`
    SELECT (SELECT jsonb_build_object('id', d.id, 'app', d.app, 'solutionId', d.solution_id) FROM device d
             WHERE d.company_id = ANY (${companies}::integer[]) AND d.state <> 'removed' ORDER BY d.id DESC LIMIT 1) AS device,
           EXISTS (SELECT FROM device d LEFT JOIN device_state s ON s.device_id = d.id
                    WHERE d.company_id = ANY (${companies}::integer[]) AND (d.secret_at IS NOT NULL OR s.device_id IS NOT NULL)) AS connected,
           EXISTS (SELECT FROM device d JOIN device_latest l ON l.device_id = d.id
                    WHERE d.company_id = ANY (${companies}::integer[]) AND d.has_token AND NOT d.token_blocked AND d.activation_at <= now()
                      AND (d.expiration_at IS NULL OR d.expiration_at >= now())) AS shown`.execute(tx);
  return found.rows[0] as DeviceProgress;
}

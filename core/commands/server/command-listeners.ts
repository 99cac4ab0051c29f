import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlAgo } from '#platform/server/postgres/values.ts';
import { repeat } from '#platform/server/repeat.ts';

/** A gateway that has not reported for this long has ended unexpectedly. */
const gatewaySilentSeconds = 6;
const gatewayForgottenSeconds = 60;
const heartbeatMs = 2000;

/** Whether a device has a connection now, at any gateway, that takes commands. */
export async function isListening(tx: Tx, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM device_listener l JOIN gateway_process g ON g.id = l.gateway_id
     WHERE l.device_id = ${deviceId} AND g.seen_at > now() - ${gatewaySilentSeconds} * interval '1 second' LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Records which devices listen for commands at this gateway, so that all processes know. */
export class CommandListeners {
  private readonly kit: Kit;
  private readonly gateway = randomUUID();
  private readonly listening = new Set<number>();
  private readonly unrecorded = new Set<number>();
  private recording: Promise<void> | undefined;
  private nextRecording: Promise<void> | undefined;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  /** Registers this gateway. The returned function removes it with all its devices. */
  start(): Stop {
    const stop = repeat(this.kit, heartbeatMs, 'recording that this gateway runs failed', async () => {
      await this.register();
      if (this.unrecorded.size > 0) await this.record();
    });
    return async () => {
      await stop();
      await inSystem(this.kit.telemetry.db, (tx) =>
        tx.deleteFrom('gatewayProcess').where('id', '=', this.gateway).execute(),
      ).catch((error: Error) =>
        this.kit.log.warn({ err: error }, 'this gateway could not be removed from the listeners'),
      );
    };
  }

  /** Resolves when all processes know that the device listens. */
  async add(deviceId: number): Promise<void> {
    if (!this.listening.has(deviceId)) {
      this.listening.add(deviceId);
      this.unrecorded.add(deviceId);
    }
    if (this.unrecorded.has(deviceId) || this.recording) await this.record();
  }

  async remove(deviceId: number): Promise<void> {
    if (!this.listening.delete(deviceId)) return;
    this.unrecorded.add(deviceId);
    await this.record();
  }

  /** One recording at a time; changes in the meantime are recorded by the next one, for all callers together. */
  private record(): Promise<void> {
    if (!this.recording) {
      this.recording = this.recordNow().finally(() => {
        this.recording = undefined;
      });
      return this.recording;
    }
    this.nextRecording ??= this.recording
      .catch(() => undefined)
      .then(() => {
        this.nextRecording = undefined;
        return this.record();
      });
    return this.nextRecording;
  }

  private async recordNow(): Promise<void> {
    const changed = [...this.unrecorded].sort((a, b) => a - b);
    if (changed.length === 0) return;
    const added = changed.filter((id) => this.listening.has(id));
    const removed = changed.filter((id) => !this.listening.has(id));
    this.unrecorded.clear();
    try {
      await inSystem(this.kit.telemetry.db, async (tx) => {
        await tx
          .insertInto('gatewayProcess')
          .values({ id: this.gateway })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await sql`INSERT INTO device_listener (device_id, gateway_id)
          SELECT d.id, ${this.gateway} FROM ${sql.raw(deviceFacts)} d WHERE d.id = ANY (${added}::integer[]) ON CONFLICT DO NOTHING`.execute(
          tx,
        );
        await tx
          .deleteFrom('deviceListener')
          .where('gatewayId', '=', this.gateway)
          .where('deviceId', '=', anyOf(removed))
          .execute();
      });
    } catch (error) {
      for (const id of changed) this.unrecorded.add(id);
      throw error;
    }
  }

  /** After an outage others may have forgotten this gateway: its devices are recorded again. */
  private async register(): Promise<void> {
    const isNew = await inSystem(this.kit.telemetry.db, async (tx) => {
      await tx
        .deleteFrom('gatewayProcess')
        .where('seenAt', '<', sqlAgo(gatewayForgottenSeconds, 'second'))
        .where('id', '!=', this.gateway)
        .execute();
      const { rows } = await sql<{ isNew: boolean }>`
        INSERT INTO gateway_process (id) VALUES (${this.gateway}) ON CONFLICT (id) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS is_new`.execute(
        tx,
      );
      return rows[0]?.isNew === true;
    });
    if (isNew) for (const id of this.listening) this.unrecorded.add(id);
  }
}

import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inSystem } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type siaRoutes, type UnknownSender, unknownSenders } from '../../common/sia.ts';

const storeEveryMs = 2000;
/** Anybody can name any account: only so many are kept in memory until they are stored, and in the table. */
const maxNoted = 200;
const maxStored = 1000;

type Noted = {
  port: number;
  account: string;
  token: string;
  address: string;
  firstAt: number;
  lastAt: number;
  count: number;
};

/** Notes accounts that no panel has, for those who install panels. */
export class UnknownAccounts {
  private noted = new Map<string, Noted>();
  private readonly end: () => Promise<void>;

  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
    this.end = repeat(kit, storeEveryMs, 'storing unknown accounts of panels failed', () => this.store());
  }

  note(
    account: string,
    { port, address, token, at }: { port: number; address: string; token: string; at: number },
  ): void {
    const name = `${port} ${account}`;
    const known = this.noted.get(name);
    if (known) Object.assign(known, { address, token, lastAt: at, count: known.count + 1 });
    else if (this.noted.size < maxNoted)
      this.noted.set(name, { port, account, token, address, firstAt: at, lastAt: at, count: 1 });
  }

  async stop(): Promise<void> {
    await this.end();
    await this.store();
  }

  private async store(): Promise<void> {
    if (this.noted.size === 0) return;
    const noted = [...this.noted.values()];
    this.noted = new Map();
    const rows = noted.map(({ firstAt, lastAt, ...one }) => ({
      ...one,
      first_at: new Date(firstAt).toISOString(),
      last_at: new Date(lastAt).toISOString(),
    }));
    await inSystem(this.kit.telemetry.db, async (tx) => {
      await sql`
        INSERT INTO defcon_sia_unknown AS u (port, account, token, address, first_at, last_at, count)
        SELECT port, account, token, address, first_at, last_at, count
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               AS n (port integer, account text, token text, address text, first_at timestamptz, last_at timestamptz, count integer)
         ORDER BY port, account
        ON CONFLICT (port, account) DO UPDATE
          SET token = excluded.token, address = excluded.address, last_at = excluded.last_at, count = least(u.count, 1000000000) + excluded.count`.execute(
        tx,
      );
      await sql`
        DELETE FROM defcon_sia_unknown WHERE id IN (SELECT id FROM defcon_sia_unknown ORDER BY last_at DESC, id DESC OFFSET ${maxStored})`.execute(
        tx,
      );
    });
  }
}

export const siaHandlers: Handlers<typeof siaRoutes> = {
  async unknown({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'defcon_sia_unknown',
      spec: unknownSenders,
      query: list,
      scope: actor.scope,
      company: null,
    });
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<UnknownSender>`
        SELECT id, port, account, token, address, first_at, last_at, count FROM defcon_sia_unknown
         WHERE id = ANY (${ids}::integer[]) ORDER BY array_position(${ids}::integer[], id)`.execute(tx),
    );
    return { data: rows, totalRecords };
  },
};

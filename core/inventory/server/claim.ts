import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceSecretHash } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { limitGuesses, refusedAs } from '#platform/server/http/guess-limit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { claimRoutes } from '../common/provisioning.ts';
import { transferDevice } from './owner.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const keyLength = 10;
const wrongKeysPerHour = 10;

/** A key of ten characters, each of 32. */
const newKey = () => Array.from(randomBytes(keyLength), (byte) => alphabet[byte % alphabet.length]).join('');

/**
 * Opens a device for claiming and returns the key for its label; only its hash is stored. An earlier key becomes
 * invalid.
 */
export async function openForClaiming(
  tx: Tx,
  device: { id: number; companyId: number; state: string },
): Promise<string> {
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (device.state === 'installed') throw refuse(409, 'device-installed');
  const key = newKey();
  await tx
    .insertInto('deviceClaim')
    .values({ deviceId: device.id, companyId: device.companyId, keyHash: deviceSecretHash(key) })
    .onConflict((conflict) =>
      conflict.column('deviceId').doUpdateSet((row) => ({ keyHash: row.ref('excluded.keyHash') })),
    )
    .execute();
  return key;
}

type Claimed = {
  id: number;
  companyId: number;
  app: string;
  name: string;
  solutionId: number;
  keyHash: Buffer;
};

/** The device that is open for claiming with this key. Several companies may have entered its serial number. */
async function claimable(tx: Tx, serial: string, key: string): Promise<Claimed | null> {
  const found = await sql<Claimed>`
    SELECT d.id, d.company_id, d.app, d.name, d.solution_id, c.key_hash
      FROM ${sql.raw(deviceFacts)} d JOIN device_claim c ON c.device_id = d.id WHERE d.serial = ${serial} AND d.state = 'inventory' FOR UPDATE OF c`.execute(
    tx,
  );
  const hash = deviceSecretHash(key);
  return found.rows.find(({ keyHash }) => timingSafeEqual(hash, keyHash)) ?? null;
}

async function claim({ kit, actor, body }: Context<typeof claimRoutes.claim>) {
  const companyId = companyOf(actor);
  const claimed = await emittingAsSystem(kit, kit.people.db, async (context) => {
    const { tx } = context;
    const device = await claimable(tx, body.serial, body.key);
    if (!device) return null;
    if (device.companyId === companyId) throw refuse(409, 'same-company');
    const company = await sql<{
      company: { id: number; name: string };
    }>`SELECT ${companyNamed('n.id')} AS company FROM (SELECT ${companyId}::integer AS id) n`.execute(tx);
    const { company: owner } = company.rows[0] as { company: { id: number; name: string } };
    return {
      before: device,
      id: await transferDevice({ ...context, actor: { ...actor, ...context.actor } }, device, owner),
    };
  });
  // A wrong key and an unknown serial get the same answer.
  if (!claimed) throw refuse(404, 'claim-refused');
  const { before, id } = claimed;
  return { id, name: before.name, app: before.app, solutionId: before.solutionId };
}

export const claimHandlers: Handlers<typeof claimRoutes> = {
  claim(context) {
    const { kit, actor, body } = context;
    const guesser = `claim key, person ${actor.session.user.id}`;
    const guess = `${body.serial} ${body.key}`;
    return limitGuesses(kit, { guesser, guess, limit: wrongKeysPerHour, hours: 1 }, refusedAs('claim-refused'), () =>
      claim(context),
    );
  },
};

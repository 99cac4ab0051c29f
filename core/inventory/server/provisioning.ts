import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { faultForModel } from '#core/devices/common/serial.ts';
import {
  deviceChanged,
  hardwareNames,
  insertDevice,
  lockProvisionable,
  logDevice,
  recordProvisioned,
  setCredential,
} from '#core/devices/server/api.ts';
import { placementExists, structureNamed } from '#core/places/server/api.ts';
import { activateTokens } from '#core/subscriptions/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type ProvisioningKey, provisioningRoutes } from '../common/provisioning.ts';

const maxClockDifferenceMs = 5 * 60_000;
const maxYears = 366 * 86_400_000;
const sealedFor = (key: string) => `provisioning ${key}`;

type Row = Omit<ProvisioningKey, 'hardware'> & { hardwareId: number; nameEn: string; nameAr: string };

async function keyRows(tx: Tx, ids: readonly number[]): Promise<ProvisioningKey[]> {
  if (ids.length === 0) return [];
  const found = await sql<Row>`
    SELECT t.id, t.company_id, t.app, t.hardware_id, h.name_en, h.name_ar, t.name, t.key, t.strategy, ${structureNamed('t.structure_id')} AS structure,
           t.most, t.used, t.expires_at, t.created_at
      FROM provisioning_key t JOIN ${sql.raw(hardwareNames)} h ON h.id = t.hardware_id WHERE t.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
  return inOrder(
    ids,
    found.rows.map(({ hardwareId, nameEn, nameAr, ...row }) => ({
      ...row,
      hardware: { id: hardwareId, name: { en: nameEn, ar: nameAr } },
    })),
  );
}

type Key = Selectable<Tables['provisioningKey']>;
type ProvisionContext = Context<typeof provisioningRoutes.provision>;

/** The key, locked, if the proof is right. A wrong proof, an unknown key and an expired key get the same refusal. */
async function provenKey({ tx, kit, body }: ProvisionContext): Promise<Key> {
  const key = await tx
    .selectFrom('provisioningKey')
    .selectAll()
    .where('key', '=', body.key)
    .forUpdate()
    .executeTakeFirst();
  const secret = key
    ? unseal(kit.secrets.sealing, key.sealed, sealedFor(key.key))
    : randomBytes(24).toString('base64url');
  const expected = createHmac('sha256', secret).update(`${body.serial}.${body.nonce}.${body.ts}`).digest();
  const proven = timingSafeEqual(expected, Buffer.from(body.proof, 'hex'));
  const onTime = Math.abs(Date.now() - body.ts) <= maxClockDifferenceMs;
  if (!key || !proven || !onTime || Date.parse(key.expiresAt) < Date.now()) throw refuse(404, 'not-found');
  return key;
}

/** Adds the device of a key: to the inventory, or installed in the structure of the key. */
async function addDevice({ tx, kit, body }: ProvisionContext, key: Key): Promise<number> {
  const model = kit.apps.find(({ id }) => id === key.app)?.hardware?.find(({ id }) => id === key.hardwareId);
  if (!model) throw refuse(404, 'not-found');
  const fault = faultForModel(body.serial, model.serials);
  if (fault) throw invalid('serial', fault);
  const { companyId, app, hardwareId, structureId } = key;
  const name = `${model.name.en} ${body.serial.slice(-4)}`;
  const device = { companyId, app, solutionId: model.solution, hardwareId, serial: body.serial, name };
  return insertDevice(tx, device, { structureId });
}

export const provisioningHandlers: Handlers<typeof provisioningRoutes> = {
  async list({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'provisioning_key',
      spec: provisioningRoutes.list.list ?? {},
      query: list,
      scope: actor.scope,
    });
    return { data: await keyRows(tx, ids), totalRecords };
  },
  async create({ tx, kit, actor, body }) {
    const companyId = companyOf(actor);
    if (!actor.session.apps.includes(body.app)) throw invalid('app', 'invalid');
    const app = kit.apps.find(({ id }) => id === body.app);
    if (!app?.hardware?.some(({ id }) => id === body.hardwareId)) throw invalid('hardwareId', 'invalid');
    if (Date.parse(body.expiresAt) <= Date.now()) throw invalid('expiresAt', 'inThePast');
    if (Date.parse(body.expiresAt) > Date.now() + maxYears) throw invalid('expiresAt', 'outOfRange');
    const structureId = body.structureId ?? null;
    if (structureId !== null && !(await placementExists(tx, companyId, { structureId })))
      throw refuse(409, 'place-not-found');
    const key = randomBytes(16).toString('base64url');
    const secret = randomBytes(24).toString('base64url');
    const { hardwareId, name, strategy, most, expiresAt } = body;
    const { id } = await tx
      .insertInto('provisioningKey')
      .values({
        companyId,
        app: body.app,
        hardwareId,
        name,
        key,
        sealed: seal(kit.secrets.sealing, secret, sealedFor(key)),
        strategy,
        structureId,
        most,
        expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [row] = await keyRows(tx, [id]);
    return { ...(row as ProvisioningKey), secret };
  },
  async remove({ tx, params }) {
    const removed = await tx
      .deleteFrom('provisioningKey')
      .where('id', '=', params.id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw refuse(404, 'not-found');
    return null;
  },
  async provision(context) {
    const { tx, kit, body, afterCommit } = context;
    const key = await provenKey(context);
    const known = await lockProvisionable(tx, key.companyId, body.serial);
    const fits = known?.app === key.app && known.hardwareId === key.hardwareId;
    if (known ? !fits : key.strategy === 'known') throw refuse(404, 'not-found');
    if (known?.provisionedAt && !known.again) throw refuse(409, 'already-provisioned', undefined, '01100409');
    if (!known?.provisionedAt) {
      if (key.used >= key.most) throw refuse(404, 'not-found');
      await tx
        .updateTable('provisioningKey')
        .set({ used: key.used + 1 })
        .where('id', '=', key.id)
        .execute();
    }
    const id = known?.id ?? (await addDevice(context, key));
    const device = { id, companyId: key.companyId };
    const secret = randomBytes(24).toString('base64url');
    await setCredential(tx, id, body.serial, secret);
    await recordProvisioned(tx, id);
    if (!known && key.structureId !== null) await activateTokens(tx, [id], null);
    await logDevice(tx, device, 'provisioned', null, { key: key.name });
    afterCommit(() => {
      deviceChanged(kit, device);
      kit.signals.send('credential.renewed', { id });
    });
    return { name: body.serial, secret };
  },
};

import type { z } from 'zod';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import { storeImage } from '#platform/server/files/files.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { companyBody } from '../../common/company.ts';
import { creatableTypes, servingSide } from '../../common/company-kinds.ts';
import { emailTaken, invite } from '../people/invite.ts';
import { phoneToStore } from '../people/phone.ts';
import { takenAddress } from '../people/taken-answers.ts';
import { assertOwnSession } from './company-access.ts';

/**
 * Creates a company with its first administrator, who is mailed a link to set a password. If one of them is a provider, the
 * creator has a relation with it at once: a customer of an integrator becomes its client, a provider serves its creator.
 * Runs as the role that sees all rows.
 */
export async function createCompany(
  tx: Tx,
  kit: Kit,
  actor: Actor,
  body: z.infer<typeof companyBody>,
): Promise<number> {
  const { user } = actor.session;
  // The creator of a company has a contract with it.
  assertOwnSession(actor);
  if (user.role !== 'Admin' || !creatableTypes(user).includes(body.type)) throw refuse(403, 'kind-not-allowed');
  if (await emailTaken(tx, body.adminEmail))
    throw await takenAddress(tx, kit, user.companyId, { companyId: null, param: 'adminEmail' });
  if (body.contractTo && Date.parse(body.contractTo) <= Date.now()) throw invalid('contractTo', 'inThePast');
  const { id } = await tx
    .insertInto('company')
    .values({
      name: body.name,
      email: body.email,
      type: body.type,
      countryId: body.countryId ?? null,
      ...(body.timeZone ? { timeZone: body.timeZone } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (body.logo) {
    const { fileId } = await storeImage({ tx, kit }, id, body.logo);
    await tx.updateTable('company').set({ logoId: fileId }).where('id', '=', id).execute();
  }
  await invite(tx, kit, {
    companyId: id,
    email: body.adminEmail,
    firstName: body.firstName,
    lastName: body.lastName,
    phone: (await phoneToStore(tx, body.phone, body.countryId)) ?? null,
    locale: body.locale,
    role: 'Admin',
    expiresAt: null,
  });
  if (user.companyId !== null && user.companyType !== null)
    await relate(tx, { id: user.companyId, type: user.companyType }, id, body);
  return id;
}

async function relate(
  tx: Tx,
  { id: maker, type: makerType }: { id: number; type: CompanyType },
  made: number,
  { type, contractTo }: z.infer<typeof companyBody>,
): Promise<void> {
  const serving = servingSide(makerType, type);
  if (serving === null) return;
  const serves = serving === 'made';
  const contract = { contractFrom: new Date(), contractTo: contractTo ?? null, contractAbilities: null };
  const relation = await tx
    .insertInto('companyRelation')
    .values({ providerId: serves ? made : maker, clientId: serves ? maker : made, status: 'engaged', ...contract })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('companyRequest')
    .values({
      senderId: maker,
      destinationId: made,
      type: serves ? 'ProviderEngagement' : 'ClientEngagement',
      status: 'engaged',
      relationId: relation.id,
      decidedAt: new Date(),
      ...contract,
    })
    .execute();
}

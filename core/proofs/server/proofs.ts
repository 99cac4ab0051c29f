import { type RawBuilder, sql } from 'kysely';
import { sendFile, storeFile } from '#platform/server/files/files.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { doneAtOf } from '#platform/server/http/done-at.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { maxProofs, type NewProof, type Proof, type proofRoutes } from '../common/proof.ts';

type Routes = ReturnType<typeof proofRoutes<'/{id}'>>;
type Owned = { id: number; companyId: number };
type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: { id: number } };
/** A record of an app: of `visit/12` the type and id. */
type Subject = Owned & { app: string; type: string };

const isOf = ({ companyId, app, type, id }: Subject) =>
  sql`p.company_id = ${companyId} AND p.app_id = ${app} AND p.subject_type = ${type} AND p.subject_id = ${id}`;

/** Refuses a proof that lacks what its kind needs. */
function assertComplete({ kind, data, file }: NewProof): void {
  const isPicture = kind === 'photo' || kind === 'signature';
  const faults = [
    isPicture && !file && { param: 'file', msg: 'Required' },
    !isPicture && file && { param: 'file', msg: 'invalid' },
    (kind === 'scan' || kind === 'code') && data?.code === undefined && { param: 'data.code', msg: 'Required' },
    kind === 'checklist' && data?.answers === undefined && { param: 'data.answers', msg: 'Required' },
  ].filter((fault) => typeof fault === 'object');
  if (faults.length > 0) throw new Invalid(faults);
}

async function readAll({ tx, kit }: Pick<Context, 'tx' | 'kit'>, where: RawBuilder<unknown>): Promise<Proof[]> {
  const found = await sql<Proof>`
    SELECT p.id, p.client_id, p.kind, p.done_at, p.received_at, p.data, ${kit.history.person('p.user_id')} AS person,
           CASE WHEN p.lat IS NOT NULL THEN jsonb_build_object('lat', p.lat, 'lng', p.lng, 'accuracy', p.accuracy) END AS place,
           CASE WHEN f.id IS NOT NULL
                THEN jsonb_build_object('mediaType', f.media_type, 'size', f.size, 'width', f.width, 'height', f.height) END AS file
      FROM proof p LEFT JOIN stored_file f ON f.id = p.file_id WHERE ${where} ORDER BY p.done_at, p.id`.execute(tx);
  return found.rows;
}

/** The proofs of a record, in the order in which they were done. */
export const proofsOf = (context: Pick<Context, 'tx' | 'kit'>, subject: Subject): Promise<Proof[]> =>
  readAll(context, isOf(subject));

/**
 * Handlers of `proofRoutes` for a type of record of an app. `read` returns the record of the address, or refuses the
 * caller.
 */
export function proofHandlers(
  { app, type }: Pick<Subject, 'app' | 'type'>,
  read: (context: Reading) => Promise<Owned>,
): Handlers<Routes> {
  const subjectOf = async (context: Reading): Promise<Subject> => ({ ...(await read(context)), app, type });
  return {
    list: async (context) => proofsOf(context, await subjectOf(context)),

    async add(context) {
      const { tx, body, actor, request } = context;
      const subject = await subjectOf(context);
      const companyId = changeableCompany(actor, subject.companyId);
      assertComplete(body);
      // A device that lost the reply may send a proof again while the first call is still running.
      await sql`SELECT pg_advisory_xact_lock(hashtext(${`proof ${companyId} ${app} ${type}`}), ${subject.id}::integer)`.execute(
        tx,
      );
      const [known] = await readAll(context, sql`${isOf(subject)} AND p.client_id = ${body.clientId}::uuid`);
      if (known) return known;
      const there = await sql<{ n: number }>`SELECT count(*) AS n FROM proof p WHERE ${isOf(subject)}`.execute(tx);
      if ((there.rows[0]?.n ?? 0) >= maxProofs) throw refuse(409, 'too-many-proofs', { count: maxProofs });
      const { doneAt, receivedAt } = doneAtOf(request, body.doneAt);
      const made = await tx
        .insertInto('proof')
        .values({
          companyId,
          appId: app,
          subjectType: type,
          subjectId: subject.id,
          clientId: body.clientId,
          kind: body.kind,
          doneAt: doneAt.toISOString(),
          receivedAt: receivedAt.toISOString(),
          lat: body.place?.lat ?? null,
          lng: body.place?.lng ?? null,
          accuracy: body.place?.accuracy ?? null,
          data: JSON.stringify(body.data ?? {}),
          fileId: body.file ? await storeFile(context, companyId, body.file) : null,
        })
        .onConflict((conflict) => conflict.columns(['companyId', 'clientId']).doNothing())
        .returning('id')
        .executeTakeFirst();
      // It is the proof of another record, which the caller may not see.
      if (!made) throw refuse(409, 'proof-of-other-record');
      const [added] = await readAll(context, sql`p.id = ${made.id}`);
      return added as Proof;
    },

    file: (context) =>
      sendFile(context, async (tx) => {
        const subject = await subjectOf({ ...context, tx });
        const found = await sql<{ fileId: number }>`
          SELECT p.file_id FROM proof p WHERE ${isOf(subject)} AND p.id = ${context.params.proofId} AND p.file_id IS NOT NULL`.execute(
          tx,
        );
        return found.rows[0] ?? null;
      }),
  };
}

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AppManifest, LinkKind } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { seal } from '#platform/server/seal.ts';
import type { Context } from '#platform/server/serve.ts';

/** So many wrong PINs in a row block a link. */
export const maxWrongPins = 5;

/** A secret that cannot be guessed, for an address. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url');
/** What the database has of a secret. */
export const linkHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
/** A PIN can be read for the link of one company only. */
export const pinBound = ({ companyId }: { companyId: number }): string => `signed link ${companyId}`;

type Subject = { type: string; id: number };
type NewLink = {
  companyId: number;
  app: string;
  /** One of the `linkKinds` of the app. */
  kind: string;
  subject: Subject;
  /** The name of the person who gets the link. */
  holder?: string;
  from?: string;
  /** By default as many days later as the kind states. */
  until?: string;
  /** Four to eight digits. */
  pin?: string;
};
export type SignedLink = { id: number; secret: string; url: string };

function kindOf({ apps }: Kit, app: string, kind: string): { app: AppManifest; kind: LinkKind } {
  const manifest = apps.find(({ id }) => id === app);
  const found = manifest?.linkKinds?.[kind];
  if (!manifest || !found) throw new Error(`${app} declares no links of the kind "${kind}"`);
  return { app: manifest, kind: found };
}

/** The secret is in the fragment of the address, which browsers do not send and servers do not log. */
const addressOf = ({ publicUrl }: Kit, { app, kind }: { app: AppManifest; kind: LinkKind }, secret: string) =>
  `${publicUrl}${app.web}/${kind.page}#${secret}`;

/**
 * Makes a link. Its secret is returned here only: the database has its hash. Refuses with 418 a PIN that is missing or has
 * other than four to eight digits, and an end that is not later than the start.
 */
export async function linkFor(
  { tx, kit }: Pick<Context, 'tx' | 'kit'>,
  { companyId, app, kind, subject, holder = '', from, until, pin }: NewLink,
): Promise<SignedLink> {
  const declared = kindOf(kit, app, kind);
  if (declared.kind.pin && pin === undefined) throw invalid('pin', 'Required');
  if (pin !== undefined && !/^\d{4,8}$/.test(pin)) throw invalid('pin', 'invalid');
  if (until !== undefined && Date.parse(until) <= (from === undefined ? Date.now() : Date.parse(from)))
    throw invalid('until', 'invalid');
  const secret = newLinkSecret();
  const sealed = pin === undefined ? null : seal(kit.secrets.sealing, pin, pinBound({ companyId }));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO signed_link (company_id, app_id, kind, subject_type, subject_id, holder, token_hash, sealed, from_at, until_at)
    SELECT ${companyId}, ${app}, ${kind}, ${subject.type}, ${subject.id}, ${holder}, ${linkHash(secret)}, ${sealed}, f.at,
           coalesce(${until ?? null}::timestamptz, f.at + ${declared.kind.days} * interval '1 day')
      FROM (SELECT coalesce(${from ?? null}::timestamptz, rasid_now()) AS at) f RETURNING id`.execute(tx);
  return { id: rows[0]?.id ?? 0, secret, url: addressOf(kit, declared, secret) };
}

/** Replaces the secret of a link, which also lifts a block: the earlier one stops working. */
export async function renewLink(
  { tx, kit }: Pick<Context, 'tx' | 'kit'>,
  { id, app }: { id: number; app: string },
): Promise<SignedLink> {
  const secret = newLinkSecret();
  const found = await tx
    .updateTable('signedLink')
    .set({ tokenHash: linkHash(secret), wrongPins: 0, blockedAt: null })
    .where('id', '=', id)
    .where('appId', '=', app)
    .where('revokedAt', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  if (!found) throw refuse(404, 'not-found');
  return { id, secret, url: addressOf(kit, kindOf(kit, app, found.kind), secret) };
}

/** Ends the links of a record, or one of them. Returns how many. */
export async function revokeLinks(
  { tx }: Pick<Context, 'tx'>,
  { app, subject, id }: { app: string; subject: Subject; id?: number },
): Promise<number> {
  const revoked = await tx
    .updateTable('signedLink')
    .set({ revokedAt: sqlNow })
    .where('appId', '=', app)
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .where('revokedAt', 'is', null)
    .where((one) => (id === undefined ? one.val(true) : one('id', '=', id)))
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

import { sql } from 'kysely';
import type { ViewKind } from '../../common/view-log.ts';
import { reasonHeader, reasonLength, reasonNeededWord } from '../../common/view-log.ts';
import { refuse } from '../refuse.ts';
import type { Context } from '../serve.ts';

const hourMs = 3_600_000;

/** A record by its table and id. */
type RecordKey = { type: string; id: number };
export type View = {
  companyId: number;
  /** Whom or what the view is about. */
  subject: RecordKey;
  /** The record through which it was viewed, if that is another one: the device that a person wears. */
  through?: RecordKey;
};
type Viewed = {
  /** The app whose manifest declares the kind under `viewLogs`. */
  app: string;
  kind: string;
  /** The viewed period in ms; null for the present state, which is recorded once within ten minutes. */
  period?: { from: number; to: number } | null;
  reason?: string | null;
};

function kindOf({ apps }: Context['kit'], { app, kind }: Pick<Viewed, 'app' | 'kind'>): ViewKind {
  const found = apps.find(({ id }) => id === app)?.viewLogs?.[kind];
  if (!found) throw new Error(`${app} declares no views of the kind "${kind}"`);
  return found;
}

/** Whether a view of what happened at `since` (ms) needs a reason. */
export function reasonNeeded(kit: Context['kit'], viewed: Pick<Viewed, 'app' | 'kind'>, since: number): boolean {
  const { reasonAfterHours } = kindOf(kit, viewed);
  return reasonAfterHours !== undefined && since < Date.now() - reasonAfterHours * hourMs;
}

/**
 * The reason that the caller states for a view of what happened since `since` (ms); null without one. Refuses with 422
 * `reason-needed` if one is needed: the browser then asks for it and repeats the request.
 */
export function viewReason(
  { kit, request }: Pick<Context, 'kit' | 'request'>,
  viewed: Pick<Viewed, 'app' | 'kind'>,
  since: number,
): string | null {
  const stated = decoded(request.headers[reasonHeader]).trim().replaceAll(/\s+/g, ' ');
  if (stated.length >= reasonLength.min && stated.length <= reasonLength.max) return stated;
  if (!reasonNeeded(kit, viewed, since)) return null;
  throw refuse(422, reasonNeededWord, { app: viewed.app, kind: viewed.kind });
}

/** Text that is not encoded correctly counts as none. */
function decoded(header: string | string[] | undefined): string {
  try {
    return typeof header === 'string' ? decodeURIComponent(header) : '';
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

/**
 * Records that the caller views these records, in the transaction of the view. Lines are never changed or deleted by the
 * application. `subjects` may be of several companies if it runs as the role that sees all rows.
 */
export async function recordViews(
  { tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>,
  { app, kind, period = null, reason = null }: Viewed,
  views: readonly View[],
): Promise<void> {
  kindOf(kit, { app, kind });
  if (views.length === 0) return;
  const subjects = views.map(({ companyId, subject, through }) => ({
    companyId,
    type: subject.type,
    id: subject.id,
    throughType: through?.type ?? null,
    throughId: through?.id ?? null,
  }));
  const viewer = actor.session.user.id;
  await sql`
    INSERT INTO view_log (company_id, user_id, app_id, kind, subject_type, subject_id, through_type, through_id, viewed_from, viewed_to, reason)
    SELECT v."companyId", ${viewer}::integer, ${app}::text, ${kind}::text, v.type, v.id, v."throughType", v."throughId",
           to_timestamp(${period?.from ?? null}::float8 / 1000), to_timestamp(${period?.to ?? null}::float8 / 1000), ${reason}::text
      FROM jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) AS v ("companyId" integer, type text, id integer, "throughType" text, "throughId" integer)
     WHERE ${period !== null}::boolean OR NOT EXISTS (
       SELECT FROM view_log l
        WHERE l.subject_type = v.type AND l.subject_id = v.id AND l.user_id = ${viewer}::integer AND l.app_id = ${app}::text AND l.kind = ${kind}::text
          AND l.through_id IS NOT DISTINCT FROM v."throughId" AND l.impersonated_by IS NOT DISTINCT FROM rasid_impersonated_by()
          AND l.created_at >= date_bin('10 minutes', now(), '2000-01-01 00:00Z'))
     ORDER BY v.id`.execute(tx);
}

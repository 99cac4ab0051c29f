import { sql } from 'kysely';
import { requestPrint } from '#core/print/server/api.ts';
import type { Session } from '#platform/common/access.ts';
import { type Emitting, systemActor } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { folderDays, type folderLanguages } from '../../common/documents.ts';
import { licencesHash } from '../licences/folder-licences.ts';
import { type Of, printedFolder } from './folder-data.ts';
import { periodDays } from './period-days.ts';

type Language = (typeof folderLanguages)[number];
export type Folder = Of & { id: number; code: string; language: Language };

/** Adds the folder of a site, which is then laid out: at once by its caller, else by the system once it is `due`. */
export async function addFolder(
  tx: Tx,
  { companyId, structureId, from, to }: Of,
  { language, userId, due = false }: { language: Language; userId: number; due?: boolean },
): Promise<Folder> {
  const { rows } = await sql<{ id: number; code: string }>`
    INSERT INTO rodent_document (company_id, structure_id, language, from_at, to_at, expires_at, due_at, user_id)
    VALUES (${companyId}, ${structureId}, ${language}, ${from}, ${to}, now() + ${folderDays} * interval '1 day', CASE WHEN ${due}::boolean THEN now() END, ${userId})
    RETURNING id, code`.execute(tx);
  const [{ id, code } = { id: 0, code: '' }] = rows;
  return { id, code, language, companyId, structureId, from, to };
}

/** Reads what a folder says and begins to lay it out. Returns its id in the print queue. */
export async function layOutFolder(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  { id, code, language, ...of }: Folder,
): Promise<number> {
  const { companyId } = of;
  const data = await printedFolder(context, of, code);
  const { first, last } = periodDays(of, data.zone);
  const title = `${data.site} ${first} – ${last}`;
  const printId = await requestPrint(context, { companyId, page: 'trap-audit-folder', language, title, data });
  await sql`
    UPDATE rodent_document d SET due_at = NULL, print_id = ${printId}, read_at = now(), licences = ${licencesHash} WHERE d.id = ${id}`.execute(
    context.tx,
  );
  return printId;
}

/** Lays out a folder that nobody waits for: the system reads it as somebody who sees all of the company. */
export async function layOutDue({ tx, kit }: Emitting, folder: Folder): Promise<void> {
  const { companyId } = folder;
  const session: Session = {
    user: {
      ...{ id: 0, kind: 'staff', companyId, companyType: null, adminType: null, isAdmin: true },
      ...{ role: 'Admin', fleetRole: null, appRoles: {}, providerTypes: [] },
    },
    ...{ apps: ['rodent'], mask: '', abilities: {}, actingFor: companyId },
  };
  const actor = { ...systemActor, session, sessionId: '', locale: folder.language, email: '' };
  await layOutFolder({ tx, kit, actor }, folder);
}

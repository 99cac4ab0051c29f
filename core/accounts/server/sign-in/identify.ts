import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { AbilityMap } from '#platform/common/access.ts';
import { type CompanyType, seesAllClients } from '#platform/common/company-kinds.ts';
import { type Identify, requestLocale } from '#platform/server/http/http.ts';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import type { Db } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { actingProviderTypes } from '../companies/company-access.ts';
import { type PersonRow, personColumns, type SessionUser, userOf } from '../people/person-now.ts';
import { withinContract } from '../relations/contract.ts';
import { readAccessToken } from './access-token.ts';

import type { RefusalLog } from './refusal-log.ts';
import { sessionLives } from './session-validity.ts';

export type Grants = (tx: Db, who: SessionUser) => Promise<{ mask: string; abilities: AbilityMap }>;

type SessionRow = PersonRow & {
  clients: number[];
  apps: string[];
  selectedExists: boolean;
  isClient: boolean;
  contractAbilities: string[] | null;
  contractResources: number[] | null;
  impersonatedBy: number | null;
};

/** Determines from the bearer token and the selected customer who makes a request, and for which companies. */
export function identifier(kit: Kit, grants: Grants, refused: RefusalLog): Identify {
  const solutions = visibleApps(kit).filter((app) => app.kind === 'solution');
  const everyApp = solutions.map((app) => app.id);
  const unordered = solutions.filter((app) => app.everyCompany).map((app) => app.id);
  return async (request, known) => {
    const claims = known
      ? { sessionId: known.sessionId, userId: known.session.user.id }
      : await claimsOf(request, kit.secrets.signing);
    if (!claims) return null;
    const selected = selectedCustomer(request);
    const found = await find(kit.signIn.db, claims.sessionId, claims.userId, selected);
    if (!found) return null;
    if (!mayActFor(found, selected)) {
      const refusal = refuse(403, 'customer-not-allowed');
      await refused({ ...found, id: found.userId }, request, refusal);
      throw refusal;
    }
    const user = userOf(found);
    const isGuest = user.kind === 'guest';
    const granted = withinContract(user, await grants(kit.signIn.db, user), {
      abilities: found.contractAbilities,
      resources: found.contractResources,
    });
    const platform = user.adminType !== null;
    const companies =
      selected !== null ? [selected] : platform ? ('all' as const) : [found.companyId as number, ...found.clients];
    const actingFor = selected ?? found.companyId;
    const allClients =
      selected !== null && !isGuest && seesAllClients(user.companyType)
        ? { allClients: [...new Set([user.companyId as number, ...found.clients, selected])] }
        : {};
    const held =
      platform && selected === null ? everyApp : [...found.apps.filter((app) => everyApp.includes(app)), ...unordered];
    const apps = isGuest ? held.filter((app) => Object.hasOwn(user.appRoles, app)) : held;
    const person = { userId: user.id, actingFor, impersonatedBy: found.impersonatedBy };
    return {
      session: {
        ...granted,
        apps,
        actingFor,
        ...(found.contractResources && { structures: found.contractResources }),
      },
      // A guest sees the rows that a table declares as those of its guests, and no others of the company.
      scope: isGuest ? { companies: [], guestOf: found.companyId as number, ...person } : { companies, ...person },
      ...allClients,
      ...(found.contractAbilities && { namedAbilities: found.contractAbilities }),
      sessionId: claims.sessionId,
      locale: requestLocale(request),
      email: found.email,
    };
  };
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

async function claimsOf(request: FastifyRequest, key: Uint8Array) {
  const token = bearerOf(request);
  return token ? readAccessToken(token, key) : null;
}

function selectedCustomer(request: FastifyRequest): number | null {
  const given = [request.headers['customer-id'], request.headers['on-behalf-of']].filter(
    (value) => value !== undefined && value !== '',
  );
  if (given.length === 0) return null;
  const [first, second = first] = given.map(String);
  if (first !== second || !/^[1-9]\d{0,8}$/.test(first as string)) throw refuse(403, 'customer-not-allowed');
  return Number(first);
}

// One statement for each request: it runs as the owner of the tables, who is a member of both roles.
async function find(
  db: Db,
  sessionId: string,
  userId: number,
  selected: number | null,
): Promise<SessionRow | undefined> {
  const found = await sql<SessionRow>`
    SELECT ${personColumns}, s.impersonated_by, clients.ids AS clients,
      ARRAY(SELECT DISTINCT app_id FROM company_app a
            WHERE a.company_id = ANY (CASE WHEN ${selected}::integer IS NULL THEN u.company_id || clients.ids ELSE ARRAY[${selected}::integer] END)
            ORDER BY app_id) AS apps,
      EXISTS (SELECT FROM company WHERE id = ${selected}::integer) AS selected_exists,
      chosen.client_id IS NOT NULL AS is_client, chosen.contract_abilities, chosen.contract_resources
    FROM session s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN company c ON c.id = u.company_id
    LEFT JOIN company_client chosen ON chosen.provider_id = u.company_id AND chosen.client_id = ${selected}::integer
    -- A client whose contract names abilities is seen only when it is selected: they hold for it alone.
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT client_id FROM company_client
      WHERE provider_id = u.company_id AND u.kind = 'staff' AND contract_abilities IS NULL AND c.type = ANY (${actingProviderTypes}::text[])) AS ids) clients
    WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId} AND ${sessionLives}`.execute(db);
  return found.rows[0];
}

function mayActFor(found: SessionRow, selected: number | null): boolean {
  if (selected === null || selected === found.companyId) return true;
  if (found.adminType !== null) return found.selectedExists;
  return found.kind === 'staff' && found.isClient && actingProviderTypes.includes(found.companyType as CompanyType);
}

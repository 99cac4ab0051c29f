import { sql } from 'kysely';
import { countryOfCompany, zoneOfCompany } from '#core/accounts/server/api.ts';
import { codeOfCountry } from '#core/countries/server/api.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import { platformPlace } from '#platform/server/postgres/installation.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { defaultServiceLevel, type ServiceLevel, type serviceLevelRoutes } from '../common/service-level.ts';

/** TypeScript’s types do not include this part of `Intl` yet. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo(): { weekend: number[] } };

/** Days of `Intl`, Monday is 1, by name; the names begin with Saturday. */
const nameOfDay = (day: number) => weekdays[(day + 1) % 7] as string;

/**
 * The service level of a desk; null is the platform. It is read without row-level security, because any reader of a
 * ticket needs the level of its desk.
 */
export const serviceLevelOf = (tx: Tx, scope: Scope, deskId: number | null): Promise<ServiceLevel> =>
  bypassRls(tx, scope, async () => {
    const found = await sql<ServiceLevel>`
      SELECT hours, targets FROM ticket_service_level WHERE company_id IS NOT DISTINCT FROM ${deskId}::integer`.execute(
      tx,
    );
    if (found.rows[0]) return found.rows[0];
    const platform = await platformPlace(tx);
    const countryId = deskId === null ? null : await countryOfCompany(tx, deskId);
    const code = (countryId === null ? null : await codeOfCountry(tx, countryId)) ?? platform.country;
    const { weekend } = (new Intl.Locale('und', { region: code }) as LocaleWithWeek).getWeekInfo();
    const zone = deskId === null ? platform.timeZone : await zoneOfCompany(tx, deskId);
    return defaultServiceLevel(zone, weekend.map(nameOfDay));
  });

/** The desk that the caller belongs to. */
const deskOfActor = ({ session: { user } }: Actor): number | null => user.companyId;

export const serviceLevelHandlers: Handlers<typeof serviceLevelRoutes> = {
  get: ({ tx, actor }) => serviceLevelOf(tx, actor.scope, deskOfActor(actor)),
  set: ({ tx, actor, body }) =>
    bypassRls(tx, actor.scope, async () => {
      const [hours, targets] = [JSON.stringify(body.hours), JSON.stringify(body.targets)];
      await sql`
        INSERT INTO ticket_service_level (company_id, hours, targets) VALUES (${deskOfActor(actor)}, ${hours}, ${targets})
        ON CONFLICT (company_id) DO UPDATE SET hours = excluded.hours, targets = excluded.targets`.execute(tx);
      return body;
    }),
};

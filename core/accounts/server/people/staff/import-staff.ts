import { sql } from 'kysely';
import { codeOfCountry, placesFound } from '#core/countries/server/api.ts';
import type { ImportBody, ImportReply } from '#platform/common/import.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { importLines } from '#platform/server/records/import.ts';
import type { Actor } from '#platform/server/serve.ts';
import { staffLine } from '../../../common/staff.ts';
import { mayAdminister } from '../../companies/company-access.ts';
import { countryOfCompany } from '../../companies/company-facts.ts';
import { mailInvitations, unguessablePassword } from '../invite.ts';
import { storedPhone } from '../phone.ts';
import { assertMayLearn } from '../taken-answers.ts';

/**
 * People from a table: new ones are invited by mail, known ones get the names and phone of their line. A role is given
 * to new people only; that of a known person must be changed deliberately, one at a time. Runs as the role that sees
 * all rows.
 */
export async function importStaff(
  tx: Tx,
  kit: Kit,
  companyId: number,
  body: ImportBody,
  actor: Actor,
): Promise<ImportReply> {
  const passwordHash = await unguessablePassword();
  return importLines(
    { tx, body },
    {
      table: 'users',
      companyId,
      schema: staffLine,
      key: 'email',
      keyOf: (email) => email.toLowerCase(),
      keySql: (column) => sql`lower(${column})`,
      defaults: { locale: actor.locale, status: 'inactive', passwordHash },
      async columnsOf(lines, reject) {
        const addresses = [...lines.values()].map(({ email }) => email.toLowerCase());
        const taken = await sql<{ email: string }>`
          SELECT lower(email) AS email FROM users
           WHERE lower(email) = ANY (${addresses}::text[]) AND (company_id IS DISTINCT FROM ${companyId} OR kind = 'guest')`.execute(
          tx,
        );
        const elsewhere = new Set(taken.rows.map(({ email }) => email));
        await assertMayLearn(kit, actor.session.user.companyId, elsewhere.size);
        const administers = mayAdminister(actor, companyId);
        for (const [line, { email, role }] of lines) {
          if (elsewhere.has(email.toLowerCase())) reject(line, 'email', 'emailTaken');
          if (role === 'Admin' && !administers) reject(line, 'role', 'ownAdministrators');
        }
        const named = [...lines].map(([line, { country, city }]) => ({ line, country, city }));
        const ownCountry = await countryOfCompany(tx, companyId);
        const ownCode = ownCountry === null ? null : await codeOfCountry(tx, ownCountry);
        const places = new Map((await placesFound(tx, named)).map((one) => [one.line, one]));
        return new Map(
          [...lines].map(([line, { country, city, ...person }]) => {
            const { countryId = null, cityId = null, code = null } = places.get(line) ?? {};
            const phone = person.phone && storedPhone(person.phone, code ?? ownCode);
            if (phone === null) reject(line, 'phone', 'notCallable');
            if (country && countryId === null) reject(line, 'country', 'unknownName');
            else if (city && !country) reject(line, 'country', 'Required');
            else if (city && cityId === null) reject(line, 'city', 'unknownName');
            return [
              line,
              { ...person, ...(phone && { phone }), ...(country && { countryId }), ...(city && { cityId }) },
            ];
          }),
        );
      },
      change(before, changed, reject) {
        if ('role' in changed) reject('role', 'roleOfKnownPerson');
        if (before.role === 'Admin' && !mayAdminister(actor, companyId)) reject('email', 'ownAdministrators');
        // Another country clears the old city unless the line contains a new one.
        const { email: _, ...set } = 'countryId' in changed ? { cityId: null, ...changed } : changed;
        return 'phone' in set && set.phone !== before.phone ? { ...set, phoneVerified: false } : set;
      },
      after: (made) =>
        mailInvitations(
          tx,
          kit,
          made.map(({ id }) => id),
        ),
    },
  );
}

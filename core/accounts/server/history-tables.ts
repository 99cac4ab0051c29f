import { sql } from 'kysely';
import { type History, loggedName } from '#platform/server/records/logged-records.ts';
import { companyNamed } from './companies/company-facts.ts';
import { personNamed } from './people/people.ts';

const personTitle = ['firstName', 'lastName'] as const;

/**
 * The two sides are shown by the request itself, which decides whether its reader may see the owner of an address; the
 * log does not repeat them.
 */
const sides = [
  'senderId',
  'destinationId',
  'destinationEmail',
  'destinationType',
  'providerId',
  'clientId',
  'suspendedBy',
  'relationId',
  'decidedAt',
  'answeredAt',
  'decidedElsewhere',
];

export const accountsHistory: History = {
  tables: {
    users: { title: personTitle, silent: ['emailConfirmed', 'expiryDue'] },
    company_request: { silent: sides, text: { section: 'values.requestType', keys: ({ type }) => [type] } },
    // A contract is named after the other company.
    company_relation: { silent: [...sides, 'endsAt'], about: ['providerId', 'clientId'] },
    // The settings of apps are those of the kit, which has no pages.
    retention_setting: {
      silent: ['version', 'setBy', 'setAt', 'impersonatedBy'],
      text: { section: 'retained', keys: ({ name }) => [name] },
    },
    signed_link: { title: ['holder'], silent: ['openings', 'endedAt', 'wrongPins', 'createdBy', 'lastUsedAt'] },
    app_setting: { title: ['app'], silent: ['version'] },
  },
  names: {
    users: () => personNamed,
    company: () => companyNamed,
  },
  // For people whose rows were deleted: the name that the log itself stores.
  person: (
    column,
  ) => sql`CASE WHEN ${sql.ref(column)} IS NOT NULL THEN coalesce(person_with_company(${sql.ref(column)}),
    jsonb_build_object('id', ${sql.ref(column)}, 'company', NULL, 'name', coalesce(${loggedName('users', personTitle)(column)} ->> 'name', '#' || ${sql.ref(column)}))) END`,
};

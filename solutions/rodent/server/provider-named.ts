import { sql } from 'kysely';

/** SQL for the company that works for the owner of a record, which the owner's people see although it is not theirs. */
export const providerNamed = (column: string) =>
  sql<{ id: number; name: string } | null>`
    CASE WHEN ${sql.ref(column)} IS NOT NULL THEN jsonb_build_object('id', ${sql.ref(column)}, 'name', company_called(${sql.ref(column)})) END`;

import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../postgres/database.ts';
import type { Actor } from '../serve.ts';
import { column, inCompanies } from './rows.ts';

type Person = { user: Pick<Actor['session']['user'], 'companyId' | 'adminType'> };

type Options<Owner extends string, Field extends string, Side extends string> = {
  /** The side of the company of the row. */
  owner: Owner;
  /** The fields of further companies, each with their side. */
  sides: readonly (readonly [Field, Side])[];
  /** The SQL function that decides whether a company is still a side of rows of another one: `running(side, owner)`. */
  running: string;
};
type Among = {
  /** Which rows `t` of the companies in the caller's scope the caller sees; all of them if it is not given. */
  among?: RawBuilder<unknown> | undefined;
  /** Whether the caller's company can be another side than the owner. */
  asSide?: boolean;
};

/**
 * The sides of rows that several companies see, as the policy of `rasid_shared_rows` has them: for statements that run as
 * the role that sees all rows, and for rows that are in memory.
 */
export function sharedRows<const Owner extends string, const Field extends string, const Side extends string>({
  owner,
  sides,
  running,
}: Options<Owner, Field, Side>) {
  type Row = { companyId: number } & Readonly<Record<Field, number | null>>;
  const columns = sides.map(([field]) => sql.ref(`t.${column(field)}`));

  /** The condition that the company is another side of the row `t` than the owner. */
  const isSide = (companyId: number | null) => sql`${companyId}::integer IN (${sql.join(columns)})`;
  /** The companies of the row other than the owner. */
  const sidesOf = (row: Row): number[] => sides.flatMap(([field]) => row[field] ?? []);

  return {
    isSide,
    sidesOf,
    /**
     * The condition that the caller sees the row `t`: rows of the companies in the caller's scope, and those whose side
     * the caller's own company is, if it is in the scope.
     */
    visibleTo(
      { scope, session }: { scope: Scope; session: Person },
      { among, asSide = true }: Among = {},
    ): RawBuilder<unknown> {
      if (scope.companies === 'all') return sql`true`;
      const owned = inCompanies(scope, 'company_id');
      const asked = among ? sql`(${owned} AND ${among})` : owned;
      const own = session.user.companyId;
      if (!asSide || own === null || !scope.companies.includes(own)) return asked;
      return sql`(${asked} OR (${isSide(own)} AND ${sql.ref(running)}(${own}, t.company_id)))`;
    },
    /** The companies whose people receive live events of the row. */
    audience: (row: Row): number[] => [row.companyId, ...sidesOf(row)],
    /** The side of a caller who sees the row. Those who act for the owner are on its side. */
    sideOf({ session: { user } }: { session: Person }, row: Row): Owner | Side | 'platform' {
      if (user.adminType !== null) return 'platform';
      if (user.companyId === row.companyId) return owner;
      return sides.find(([field]) => row[field] === user.companyId)?.[1] ?? owner;
    },
  };
}

import type pg from 'pg';
import type { AppManifest } from '../common/define-app.ts';

/** The ids of records of one company by type: `structure`, `device sample`. */
export type SampleRecords = Record<string, number | string>;
type Ids = Partial<Record<string, number | string>>;

/** The id of a record of the type, whatever its app, for addresses that serve those of all apps. */
export const idOfAnyApp = (records: SampleRecords, type: string): number | string | undefined =>
  Object.entries(records).find(([key]) => key.startsWith(`${type} `))?.[1];

/**
 * What the isolation test, which calls every route as a stranger, must know of a slice: `server/isolation.ts` exports
 * it as `isolation`. Addresses are `METHOD /path`; `{api}` represents the address of each app that mounts the route.
 */
export type Isolation = {
  /**
   * Returns one record of each type of the company, created if the demo has none; called after the slices before it.
   */
  records?(context: {
    /** Runs as the owner of the tables, outside of the roles of row-level security. */
    one(statement: string, values?: readonly unknown[]): Promise<Record<string, number | string>>;
    pool: pg.Pool;
    apps: readonly AppManifest[];
    records: SampleRecords;
  }): Promise<SampleRecords>;
  /** The record types of addresses; the first match counts. */
  owners?: readonly (readonly [RegExp, (records: SampleRecords, app: AppManifest) => Ids])[];
  /** Addresses whose records belong to no company, with the reason. */
  shared?: Readonly<Record<string, string>>;
  /**
   * Addresses whose records are not of one site, with the reason: anyone who may see any site of the company may see
   * them.
   */
  companyWide?: readonly (readonly [RegExp, string])[];
  /** Lists whose rows have no company, with the reason why none can be foreign. */
  rowsWithoutCompany?: Readonly<Record<string, string>>;
  /** Lists of these record types: none of the rows may be of the stranger. */
  listsOf?: readonly (readonly [RegExp, string])[];
  /** Routes without parameters that only need a session: they concern only the caller. */
  ownOnly?: readonly string[];
};

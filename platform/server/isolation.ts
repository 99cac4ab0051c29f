import type pg from 'pg';
import type { AppManifest } from '../common/define-app.ts';

/** The ids of records of one company by type: `structure`, `device sample`. */
export type SampleRecords = Record<string, number | string>;
type Ids = Partial<Record<string, number | string>>;

/** The id of a record of the type, whatever its app, for addresses that serve those of all apps. */
export const idOfAnyApp = (records: SampleRecords, type: string): number | string | undefined =>
  Object.entries(records).find(([key]) => key.startsWith(`${type} `))?.[1];

type One = (statement: string, values?: readonly unknown[]) => Promise<Record<string, number | string>>;

/** A company that sees a record of another one (`rasid_shared_rows`), for the test that calls every route as this company. */
export type SharedSide = {
  table: string;
  /** The column of this company; `parties` if it is in the table of parties. */
  side: string;
  /** The email address of an administrator of this company, who acts for it alone. */
  caller: string;
  /** Makes the company this side of the record; called again before each route that answers. */
  begin(context: SideContext): Promise<unknown>;
  /** Ends what lets the company see the record, unless that is the contract by which it works for the owner. */
  end: 'contract' | ((context: SideContext) => Promise<unknown>);
  /** The column of the record's id, by default `id`. */
  key?: string;
  /** The id of the record. */
  record(records: SampleRecords): number | string | undefined;
  /** The tables of the parts of the record (`rasid_shared_part`), each with the column of its id. */
  parts?: Readonly<Record<string, string>>;
  /**
   * The routes that answer; the first match counts. All others must refuse the ids of the owner's records. A function
   * returns the ids of addresses that are not the same for both companies.
   */
  answers: readonly (readonly [RegExp, ((records: SampleRecords, companyId: number) => Ids)?])[];
};
type SideContext = { one: One; records: SampleRecords; companyId: number };

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
    one: One;
    pool: pg.Pool;
    apps: readonly AppManifest[];
    records: SampleRecords;
  }): Promise<SampleRecords>;
  /** The record types of addresses; the first match counts. */
  owners?: readonly (readonly [RegExp, (records: SampleRecords, app: AppManifest) => Ids])[];
  /** Addresses whose records belong to no company, with the reason. */
  shared?: Readonly<Record<string, string>>;
  /** The companies other than the owner that see records of the slice: one entry for each side in the catalogue. */
  sharedRows?: readonly SharedSide[];
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
  /** Routes about the caller's own account, which guests may call as well (`guests` of their access). */
  ownAccount?: readonly string[];
};

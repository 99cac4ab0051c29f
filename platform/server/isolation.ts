import type pg from 'pg';
import type { AppManifest } from '../common/define-app.ts';

/** Ids of records of one company by what they are: `structure`, `device sample`. */
export type SampleRecords = Record<string, number | string>;
type Ids = Partial<Record<string, number | string>>;

/**
 * What the test that calls every route as a stranger must know of a slice: `server/isolation.ts` exports it as
 * `isolation`. Addresses are written `METHOD /path`; `{api}` stands for the address of each app that mounts the route.
 */
export type Isolation = {
  /** One record of each kind that belongs to the company, made where the demo has none; after the slices before it. */
  records?(context: {
    /** Works as the owner of the tables, outside of row-level security's roles. */
    one(statement: string, values?: readonly unknown[]): Promise<Record<string, number | string>>;
    pool: pg.Pool;
    apps: readonly AppManifest[];
    records: SampleRecords;
  }): Promise<SampleRecords>;
  /** Whose record an address names; the first that matches. */
  owners?: readonly (readonly [RegExp, (records: SampleRecords, app: AppManifest) => Ids])[];
  /** Addresses whose records belong to nobody, and why. */
  shared?: Readonly<Record<string, string>>;
  /** Lists whose rows name no company, and why none can be foreign. */
  rowsWithoutCompany?: Readonly<Record<string, string>>;
  /** Lists whose rows are these records themselves: none of them may be the stranger's. */
  listsOf?: readonly (readonly [RegExp, string])[];
  /** Routes without parameters that only ask for a session: they concern the caller alone. */
  ownOnly?: readonly string[];
};

import type { RawBuilder } from 'kysely';
import type { RetentionDays } from '../../common/settings/retention.ts';
import type { SliceServer } from '../serve.ts';

type Erased = string | number | boolean | null;

/**
 * A table whose rows are deleted or pseudonymised when they are old. It has the columns `id` and `company_id`, and an index
 * that begins with `company_id` and the time.
 */
export type Retention = {
  table: string;
  /** The column of the time from which the days count; rows without a time stay. */
  at: string;
  /** One of the names under `retention` of the manifest, which states the days. */
  setting: string;
  /**
   * Rows stay and these columns get these values, which the change log forgets. Other rows are found by having other values:
   * give a large table a partial index with that condition.
   */
  pseudonymise?: Readonly<Record<string, Erased>>;
  /**
   * The columns that the change log forgets as well, by table: of the rows themselves, or of their logged parts. Of rows
   * that are deleted it forgets all columns by default, and of their parts none.
   */
  forget?: Readonly<Record<string, readonly string[]>>;
  /** The condition by which a row `t` stays as it is, however old: an open alarm or case. */
  hold?: RawBuilder<unknown>;
};

/** A retention with its app and days. */
export type AppRetention = Retention & { app: string; days: RetentionDays };

/** The retentions of all slices. Throws an `Error` for one without days in the manifest, or that exists twice. */
export function retentionsOf(slices: readonly SliceServer[]): AppRetention[] {
  const all = slices.flatMap(({ app, retentions = [] }) =>
    retentions.map((one) => {
      const days = app.retention?.[one.setting];
      if (!days) throw new Error(`${app.id} states no days of retention for "${one.setting}"`);
      return { ...one, app: app.id, days };
    }),
  );
  const names = new Set<string>();
  for (const { app, setting, table } of all) {
    const name = `${app}.${setting} of ${table}`;
    if (names.has(name)) throw new Error(`the retention ${name} is declared twice`);
    names.add(name);
  }
  return all;
}

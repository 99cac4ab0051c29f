import { sql } from 'kysely';
import type { z } from 'zod';
import type { AppSettings } from '../../common/settings/app-settings.ts';
import { runPrepared, type Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import { companyOf } from '../serve.ts';

type Stored = { data: Record<string, unknown>; version: number };

async function stored(tx: Tx, app: string, companyId: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    SELECT data, version FROM app_setting WHERE app = ${app} AND company_id = ${companyId}`.execute(tx);
  return rows[0];
}

/** What is stored, with the default of each setting that is not, or is no longer valid in this version of the app. */
function complete<S extends z.ZodRawShape>(
  { fields, defaults }: AppSettings<S>,
  data: Record<string, unknown>,
): z.output<z.ZodObject<S>> {
  const valid = Object.entries(data).filter(([name, value]) => {
    const field: z.core.$ZodType | undefined = fields.shape[name];
    return field !== undefined && fields.partial().safeParse({ [name]: value }).success;
  });
  return { ...defaults, ...Object.fromEntries(valid) };
}

/** The settings of an app in a company. */
export async function settingOf<S extends z.ZodRawShape>(
  tx: Tx,
  settings: AppSettings<S>,
  companyId: number,
): Promise<z.output<z.ZodObject<S>>> {
  return complete(settings, (await stored(tx, settings.app, companyId))?.data ?? {});
}

/** The settings of an app in several companies, by their id. */
export async function settingsOf<S extends z.ZodRawShape>(
  tx: Tx,
  settings: AppSettings<S>,
  companyIds: readonly number[],
): Promise<(companyId: number) => z.output<z.ZodObject<S>>> {
  const rows = await runPrepared(
    tx,
    'app-settings',
    sql<{ companyId: number; data: Record<string, unknown> }>`
      SELECT company_id, data FROM app_setting WHERE app = ${settings.app} AND company_id = ANY (${companyIds}::integer[])`,
  );
  const byCompany = new Map(rows.map(({ companyId, data }) => [companyId, complete(settings, data)]));
  return (companyId) => byCompany.get(companyId) ?? settings.defaults;
}

type SettingContext = { tx: Tx; actor: Parameters<typeof companyOf>[0] };

/** Handles the calls of `appSettings`. Of two people who change the same version, the second gets 409 `changed-meanwhile`. */
export function settingHandlers<S extends z.ZodRawShape>(settings: AppSettings<S>) {
  type Values = z.output<z.ZodObject<S>>;
  const read = async ({ tx, actor }: SettingContext): Promise<Values & { version: number }> => {
    const row = await stored(tx, settings.app, companyOf(actor));
    return { ...complete(settings, row?.data ?? {}), version: row?.version ?? 0 };
  };
  return {
    get: read,
    async update(context: SettingContext & { body: Values & { version: number } }) {
      const { tx, actor, body } = context;
      const { version, ...values } = body;
      const data = JSON.stringify(values);
      const changed = await sql`
        INSERT INTO app_setting AS s (company_id, app, data) SELECT ${companyOf(actor)}, ${settings.app}, ${data}::jsonb
         WHERE ${version} = 0 OR EXISTS (SELECT FROM app_setting WHERE company_id = ${companyOf(actor)} AND app = ${settings.app})
        ON CONFLICT (company_id, app) DO UPDATE SET data = excluded.data, version = s.version + 1 WHERE s.version = ${version}
        RETURNING version`.execute(tx);
      if (changed.rows.length === 0) {
        const { version: now } = await read(context);
        throw refuse(409, 'changed-meanwhile', { version: now });
      }
      return read(context);
    },
  };
}

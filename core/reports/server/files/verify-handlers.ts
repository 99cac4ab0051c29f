import { sql } from 'kysely';
import { companyName } from '#core/accounts/server/api.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { VerifiedReport, verifyRoutes } from '../../common/verify.ts';

/** Without a caller: anyone with the code of a file may compare it. */
export const verifyHandlers: Handlers<typeof verifyRoutes> = {
  async verify({ tx, params }) {
    const { rows } = await sql<VerifiedReport>`
      SELECT r.name, ${companyName('r.company_id')} AS company, r.from_at AS "from", r.to_at AS "to", r.zone, r.data_at AS made_at, f.format, f.sha256
        FROM report_file f JOIN report_run r ON r.id = f.run_id WHERE f.code = ${params.code}::uuid AND r.data_at IS NOT NULL`.execute(
      tx,
    );
    const [file] = rows;
    if (!file) throw refuse(404, 'not-found');
    return file;
  },
};

import type { Rasid } from '../testing.ts';

/** Sets the number of SMS units of the company of a person. */
export const setSmsUnits = ({ kit }: Pick<Rasid, 'kit'>, email: string, units: number) =>
  kit.pool.query(
    `WITH gone AS (DELETE FROM com_package WHERE kind = 'sms' AND icon <> 1 AND company_id = (SELECT company_id FROM users WHERE email = $1))
     INSERT INTO com_package (company_id, kind, icon, total, remaining) SELECT company_id, 'sms', 1, $2, $2 FROM users WHERE email = $1
     ON CONFLICT (company_id, kind, icon) DO UPDATE SET total = excluded.total, remaining = excluded.remaining`,
    [email, units],
  );

/** The SMS units that the company of a person has left. */
export const smsUnitsOf = async ({ kit }: Pick<Rasid, 'kit'>, email: string): Promise<number> =>
  (
    await kit.pool.query(
      "SELECT coalesce(sum(remaining), 0)::integer AS n FROM com_package p JOIN users USING (company_id) WHERE p.kind = 'sms' AND email = $1",
      [email],
    )
  ).rows[0].n;

import { z } from 'zod';
import { email, password } from '#platform/common/validation/validation.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { hashPassword } from '../passwords.ts';

const credentials = z.object({ email: email(), password: password() });

/**
 * Creates the first Super Admin of an installation. Throws one sentence if there is one already, or if the input is
 * invalid.
 */
export async function createFirstAdmin(
  kit: Pick<Kit, 'db'>,
  given: { email: string; password: string },
): Promise<void> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success)
    throw new Error(
      `The ${String(parsed.error.issues[0]?.path[0])} is not valid (${parsed.error.issues[0]?.message}).`,
    );
  const passwordHash = await hashPassword(parsed.data.password);
  await inSystem(kit.db, async (tx) => {
    const known = await tx
      .selectFrom('users')
      .select('email')
      .where('adminType', '=', 'Super Admin')
      .executeTakeFirst();
    if (known) throw new Error(`${known.email} is Super Admin already and can make others.`);
    await tx
      .insertInto('users')
      .values({
        email: parsed.data.email,
        firstName: 'Super',
        lastName: 'Admin',
        companyId: null,
        adminType: 'Super Admin',
        role: 'Admin',
        phone: null,
        passwordHash,
      })
      .execute();
  });
}

import webPush from 'web-push';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { seal, unseal } from '#platform/server/seal.ts';

/** The key pair that identifies the installation to push services, URL-safe base64. */
export type VapidKeys = { publicKey: string; privateKey: string };
const boundTo = 'vapid';

/** The keys of the settings, else those of the database, which are made at the first call. */
export async function vapidKeys({ db, secrets, settings }: Kit): Promise<VapidKeys> {
  if (settings.vapid) return settings.vapid;
  const { publicKey, sealed } = await inSystem(db, async (tx) => {
    const read = tx.selectFrom('vapidKey').select(['publicKey', 'sealed']);
    const stored = await read.executeTakeFirst();
    if (stored) return stored;
    const made = webPush.generateVAPIDKeys();
    // Another process may have made some in the meantime: the first ones stay.
    await tx
      .insertInto('vapidKey')
      .values({ publicKey: made.publicKey, sealed: seal(secrets.sealing, made.privateKey, boundTo) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return read.executeTakeFirstOrThrow();
  });
  return { publicKey, privateKey: unseal(secrets.sealing, sealed, boundTo) };
}

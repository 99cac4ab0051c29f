import { sql } from 'kysely';
import { linkHash, newLinkSecret } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Resending } from '../../common/access.ts';
import type { Grant, GrantWithSecrets } from '../../common/grant.ts';
import { publicPath } from '../../common/link-page.ts';
import { changed } from '../grants/change-grants.ts';
import { assertMayGive } from '../grants/create-grant.ts';
import { lockGrant } from '../grants/grant-machine.ts';
import { grantOf } from '../grants/grant-rows.ts';
import { locksFor } from '../locks.ts';
import { sendLinks } from './link-mails.ts';

type Changing = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'afterCommit'>;

/**
 * Draws new links for a grant and sends them. Only hashes are stored, so the previous links cannot be sent again; they
 * stop working.
 */
export async function resendLinks(
  context: Changing,
  app: AppManifest,
  grant: Grant,
  { notify }: Resending,
): Promise<GrantWithSecrets> {
  const { tx, kit } = context;
  const { id, companyId, mode } = grant;
  await lockGrant(tx, id);
  const links = grant.credentials.filter(({ kind, status }) => kind === 'link' && status !== 'deactivated');
  if (links.length === 0) throw refuse(409, 'grant-without-link');
  // Sending a link gives access.
  assertMayGive(context, app, mode);
  await locksFor(context, app, companyId, { deviceIds: [...new Set(links.map(({ device }) => device.id))] });
  const made = links.map((link) => ({ ...link, token: newLinkSecret() }));
  await sql`
    UPDATE access_credential c SET token_hash = decode(n.hash, 'base64'), renewed_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(made.map((one) => ({ id: one.id, hash: linkHash(one.token).toString('base64') })))}::jsonb) AS n (id integer, hash text)
     WHERE c.id = n.id`.execute(tx);
  const secrets = {
    pin: null,
    linkPin: null,
    links: made.map(({ device, token }) => ({
      deviceId: device.id,
      device: device.name,
      url: `${kit.publicUrl}${publicPath}/${token}`,
    })),
  };
  if (notify.length > 0) await sendLinks(context, app, grant, { ways: notify, links: secrets.links });
  changed(context, companyId);
  return { ...(await grantOf(tx, app.id, id)), secrets };
}

import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { secretOverlapHours } from '../../common/webhook.ts';
import type { Kit } from '../kit.ts';
import { seal, unseal } from '../seal.ts';

const secretBytes = 32;

/** The secret of a webhook, and the previous one while it is still used for signing. */
export type WebhookSecrets = { secret: string; before?: { secret: string; until: number } };

const boundTo = (table: string, companyId: number) => `${table} ${companyId}`;
export type SecretPlace = { table: string; companyId: number };

export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

export const sealSecrets = ({ secrets }: Pick<Kit, 'secrets'>, place: SecretPlace, value: WebhookSecrets): Buffer =>
  seal(secrets.sealing, JSON.stringify(value), boundTo(place.table, place.companyId));

export const unsealSecrets = ({ secrets }: Pick<Kit, 'secrets'>, place: SecretPlace, sealed: Buffer): WebhookSecrets =>
  JSON.parse(unseal(secrets.sealing, sealed, boundTo(place.table, place.companyId))) as WebhookSecrets;

/** A new secret; the present one is used for signing for another day. */
export const rotated = ({ secret }: WebhookSecrets, now: number): WebhookSecrets => ({
  secret: newSecret(),
  before: { secret, until: now + secretOverlapHours * 3_600_000 },
});

/** The headers of a message by standardwebhooks.com, with a signature of each secret that is valid. */
export function signedHeaders({ secret, before }: WebhookSecrets, id: string, now: Date, body: string) {
  const valid = before && before.until > now.getTime() ? [secret, before.secret] : [secret];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': valid.map((one) => new Webhook(one).sign(id, now, body)).join(' '),
  };
}

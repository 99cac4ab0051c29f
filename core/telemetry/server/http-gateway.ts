import { deviceWithSecret } from '#core/devices/server/api.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Intake } from './intake.ts';

/** `POST /api/v1/telemetry` with the device's name and secret as Basic credentials. */
export async function receivePost(
  intake: Intake,
  { kit, request, body }: Pick<Context, 'kit' | 'request' | 'body'>,
): Promise<{ data: { stored: number } }> {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const [, name, secret] =
    scheme === 'Basic' ? (/^([^:]+):(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []) : [];
  const id = name && secret ? await deviceWithSecret(kit, name, secret) : null;
  if (id === null) throw refuse(401, 'wrong-credentials');
  await intake.directory.load([id]);
  const device = intake.directory.peek(id);
  if (!device) throw refuse(401, 'wrong-credentials');
  const { stored, faults } = await intake.takeWhole(device, JSON.stringify(body));
  if (faults.length > 0) throw new Invalid(faults);
  return { data: { stored } };
}

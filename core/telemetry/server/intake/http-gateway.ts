import { deviceWithSecret } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { DeviceRateLimit } from './device-rate-limit.ts';
import type { TelemetryIntake } from './intake.ts';
import { SignInFailures } from './sign-in-failures.ts';

type GatewayLimits = { failures: SignInFailures; rateLimit: DeviceRateLimit };
const limitsByKit = new WeakMap<Kit, GatewayLimits>();

function limitsOf(kit: Kit): GatewayLimits {
  let limits = limitsByKit.get(kit);
  if (!limits) {
    limits = { failures: new SignInFailures(kit.log), rateLimit: new DeviceRateLimit() };
    limitsByKit.set(kit, limits);
  }
  return limits;
}

/** The device whose name and secret are the Basic credentials of a request. Refuses others with 401, and soon with 429. */
export async function signedInDevice({ kit, request }: Pick<Context, 'kit' | 'request'>): Promise<number> {
  const { failures } = limitsOf(kit);
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const [, name, secret] =
    scheme === 'Basic' ? (/^([^:]+):(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []) : [];
  const id = name && secret ? await deviceWithSecret(kit, name, secret) : null;
  if (id === null) {
    const tooMany = failures.record(name ?? '', request.ip);
    throw tooMany ? refuse(429, 'too-many-requests') : refuse(401, 'wrong-credentials');
  }
  return id;
}

/** `POST /api/v1/telemetry` or `/event`, by the topic, with the device's name and secret as Basic credentials. */
export async function receivePost(
  intake: TelemetryIntake,
  topic: string,
  { kit, request, body }: Pick<Context, 'kit' | 'request' | 'body'>,
): Promise<{ data: { stored: number } }> {
  const { rateLimit } = limitsOf(kit);
  const id = await signedInDevice({ kit, request });
  await intake.directory.load([id]);
  const device = intake.directory.peek(id);
  if (!device) throw refuse(401, 'wrong-credentials');
  const payload = JSON.stringify(body);
  if (rateLimit.consume(id, payload.length) > 0) throw refuse(429, 'too-many-requests');
  const { stored, faults } = await intake.acceptWhole(device, topic, payload);
  if (faults.length > 0) throw new Invalid(faults);
  return { data: { stored } };
}

import { deviceWithSecret } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { DevicePace } from './device-pace.ts';
import type { Intake } from './intake.ts';
import { SignInFailures } from './sign-in-failures.ts';

type Door = { failures: SignInFailures; pace: DevicePace };
const doors = new WeakMap<Kit, Door>();

function doorOf(kit: Kit): Door {
  let door = doors.get(kit);
  if (!door) {
    door = { failures: new SignInFailures(kit.log), pace: new DevicePace() };
    doors.set(kit, door);
  }
  return door;
}

/** `POST /api/v1/telemetry` with the device's name and secret as Basic credentials. */
export async function receivePost(
  intake: Intake,
  { kit, request, body }: Pick<Context, 'kit' | 'request' | 'body'>,
): Promise<{ data: { stored: number } }> {
  const { failures, pace } = doorOf(kit);
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const [, name, secret] =
    scheme === 'Basic' ? (/^([^:]+):(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []) : [];
  const id = name && secret ? await deviceWithSecret(kit, name, secret) : null;
  if (id === null) {
    const tooMany = failures.note(name ?? '', request.ip);
    throw tooMany ? refuse(429, 'too-many-requests') : refuse(401, 'wrong-credentials');
  }
  await intake.directory.load([id]);
  const device = intake.directory.peek(id);
  if (!device) throw refuse(401, 'wrong-credentials');
  const payload = JSON.stringify(body);
  if (pace.take(id, payload.length) > 0) throw refuse(429, 'too-many-requests');
  const { stored, faults } = await intake.takeWhole(device, payload);
  if (faults.length > 0) throw new Invalid(faults);
  return { data: { stored } };
}

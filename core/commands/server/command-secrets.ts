import type { Kit } from '#platform/server/kit.ts';
import { seal, unseal } from '#platform/server/seal.ts';

type Params = Record<string, unknown>;
/** Replaces a secret wherever people read the parameters of a command. */
const hidden = '••••';

const boundTo = (deviceId: number) => `device command ${deviceId}`;

/** The parameters as people may read them, and the secret ones sealed; null if none is secret. */
export function sealParams(
  { secrets }: Pick<Kit, 'secrets'>,
  deviceId: number,
  params: Params,
  names: readonly string[],
) {
  const given = names.filter((name) => params[name] !== undefined);
  if (given.length === 0) return { open: params, sealed: null };
  const secret = Object.fromEntries(given.map((name) => [name, params[name]]));
  const open = { ...params, ...Object.fromEntries(given.map((name) => [name, hidden])) };
  return { open, sealed: seal(secrets.sealing, JSON.stringify(secret), boundTo(deviceId)) };
}

/** The secret parameters of a command. */
export const unsealParams = ({ secrets }: Pick<Kit, 'secrets'>, deviceId: number, sealed: Buffer | null): Params =>
  sealed === null ? {} : JSON.parse(unseal(secrets.sealing, sealed, boundTo(deviceId)));

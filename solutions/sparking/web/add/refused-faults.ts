import type { RequestError } from '#platform/web/client/request-error.ts';
import { type AddDraft, type Fault, fieldOf, numbersOf } from './draft.ts';

/** What the server has refused, at the fields that say it; nothing if no field does. */
export function refusedFaults(error: RequestError, { groups }: AddDraft): Fault[] {
  if (error.word === 'already-parking') return [{ path: 'structureId', message: 'alreadyParking' }];
  if (error.word === 'series-taken') {
    const { name } = error.detail as { name: string };
    const at = groups.findIndex((row) => numbersOf(row).some((number) => number.toUpperCase() === name.toUpperCase()));
    return at === -1 ? [] : [{ path: `groups.${at}.prefix`, message: 'numberInUse', values: { number: name } }];
  }
  const found = error.errors.map(({ param, msg }) => ({ path: fieldOf(param.split('.')), message: msg }));
  error.shown = found.length > 0;
  return found;
}

import { contactIdCodes } from '../../common/codes/contact-id-codes.ts';
import { meaningOf, type Signal } from '../../common/codes/meaning.ts';
import { siaCodes } from '../../common/codes/sia-codes.ts';

const signals: Signal[] = [
  ...[...siaCodes.keys()].flatMap((code) => (['new', 'restore'] as const).map((qualifier) => ({ code, qualifier }))),
  ...[...contactIdCodes.keys()].flatMap((contactId) =>
    (['new', 'restore'] as const).map((qualifier) => ({ contactId, qualifier })),
  ),
];
/** `code qualifier` of the events of the log by which groups were armed, or disarmed. */
const keysOf = (isDisarming: boolean): string[] =>
  signals.flatMap((signal) => {
    const state = meaningOf(signal).group?.state;
    if (state === undefined || (state === 'disarmed') !== isDisarming) return [];
    return [`${signal.contactId ?? signal.code} ${signal.qualifier}`];
  });

export const armingSignals: readonly string[] = keysOf(false);
export const disarmingSignals: readonly string[] = keysOf(true);

import { useCallback } from 'react';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { DeadLetter, Fault } from '../../common/ingest.ts';

/** The name of the device of a message, else how its connector names it. */
export const senderOf = ({ device, externalId }: Pick<DeadLetter, 'device' | 'externalId'>): string =>
  device?.name ?? externalId ?? '–';

/** The texts of the reasons why messages are refused. */
export function useDeadLetterReason() {
  const { label, has } = useLabels('telemetry');
  /** The text of one reason, without the name of a value. */
  const reasonText = useCallback(
    (msg: string) => (has(`deadLetter.${msg}`) ? label(`deadLetter.${msg}`) : msg),
    [label, has],
  );
  const reasonsText = useCallback(
    (reasons: readonly Fault[]) =>
      reasons.map(({ param, msg }) => `${reasonText(msg)}${param ? ` (${param})` : ''}`).join(' '),
    [reasonText],
  );
  return { reasonText, reasonsText };
}

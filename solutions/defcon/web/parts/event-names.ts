import { useLabels } from '#platform/web/i18n/texts.ts';
import { nameFrameOf, nameKeyOf, type Signal } from '../../common/codes/meaning.ts';
import type { PanelEvent } from '../../common/panel/event.ts';

/** A code of the panel, not a word of the log. */
export const isCode = (code: string): boolean => !/^[a-z]/.test(code);

type Named = Pick<PanelEvent, 'code' | 'qualifier'>;
export const signalOf = ({ code, qualifier }: Named): Signal =>
  /^\d/.test(code) ? { contactId: code, qualifier } : { code, qualifier };

/** What a line of the log of a panel says: a code of the panel, or what people and the platform have done. */
export function useEventName(): (event: Named) => string {
  const codes = useLabels('alarm-codes');
  const own = useLabels('defcon');
  return (event) => {
    if (!isCode(event.code)) return own.label(`logCodes.${event.code}`);
    const signal = signalOf(event);
    const key = nameKeyOf(signal);
    if (!key) return codes.label('frame.unknown', { code: event.code });
    const frame = nameFrameOf(signal);
    return frame ? codes.label(frame, { name: codes.label(key) }) : codes.label(key);
  };
}

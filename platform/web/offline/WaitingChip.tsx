import { useKitText } from '../i18n/texts.ts';
import { ToneChip } from '../ui/values/StatusChip.tsx';
import { useWaitingOf } from './send-or-keep.ts';

/** Says that a change of a record waits to be sent. `of` names the record, in the form `alarm/12`. */
export function WaitingChip({ of }: { of: string }) {
  const t = useKitText();
  return useWaitingOf(of).length > 0 ? <ToneChip tone="none">{t('waiting.state.waiting')}</ToneChip> : null;
}

import { IconCloudUpload } from '@tabler/icons-react';
import { sizeText } from '../i18n/size-text.ts';
import { useKitText } from '../i18n/texts.ts';
import { iconSizes } from '../theme.ts';
import { ToneChip } from '../ui/values/StatusChip.tsx';
import { useWaitingOf } from './send-or-keep.ts';
import { bytesOf } from './waiting/waiting-call.ts';

/** Shows that a change of a record waits to be sent, and how much of files. `of` names the record, in the form `alarm/12`. */
export function WaitingChip({ of }: { of: string }) {
  const t = useKitText();
  const calls = useWaitingOf(of);
  if (calls.length === 0) return null;
  const bytes = bytesOf(calls);
  return (
    <ToneChip tone="none">
      {bytes > 0 ? t('waiting.size', { size: sizeText(bytes) }) : t('waiting.state.waiting')}
    </ToneChip>
  );
}

/** Like `WaitingChip`, as an icon before the name of the record, for rows without space for a chip. */
export function WaitingIcon({ of }: { of: string }) {
  const t = useKitText();
  if (useWaitingOf(of).length === 0) return null;
  const label = t('waiting.state.waiting');
  return <IconCloudUpload size={iconSizes.sm} role="img" aria-label={label} title={label} />;
}

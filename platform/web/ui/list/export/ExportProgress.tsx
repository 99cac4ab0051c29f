import { CloseButton, RingProgress } from '@mantine/core';
import { useFormats } from '../../../i18n/formats.ts';
import { useKitText } from '../../../i18n/texts.ts';
import classes from '../ListPage.module.css';
import type { WalkProgress } from './walk-pages.ts';

/** The progress of an export in rows, with a cancel button. */
export function ExportProgress({ progress: { done, total }, onCancel }: { progress: WalkProgress; onCancel(): void }) {
  const t = useKitText();
  const { number } = useFormats();
  const text = t('list.exporting', { done: number(done), total: number(total) });
  const share = total > 0 ? (done / total) * 100 : 0;
  return (
    <div className={classes.exporting}>
      <RingProgress
        size={28}
        thickness={3}
        sections={[{ value: share, color: 'brand' }]}
        role="progressbar"
        aria-label={t('list.export')}
        aria-valuenow={Math.round(share)}
        aria-valuetext={text}
      />
      <span>{text}</span>
      <CloseButton onClick={onCancel} aria-label={t('list.cancelExport')} />
    </div>
  );
}

import { Tooltip } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { Ago, useNow } from '../time/Ago.tsx';
import classes from './LiveValue.module.css';
import { SeverityChip } from './StatusChip.tsx';
import type { Severity } from './severity.ts';
import { useFlash } from './use-flash.ts';

type Props = {
  label: string;
  value: number | string | boolean | null | undefined;
  unit?: string;
  decimals?: number;
  /** The time of the measurement (ISO). */
  at: string | null | undefined;
  /** The age in seconds from which the value is stale, usually three reporting intervals. */
  staleAfterSeconds?: number;
  /** What is wrong with the value: a severity and the limit that was crossed. */
  mark?: { severity: Severity; text: string } | undefined;
  /** The value as text. */
  word?: string | undefined;
  size?: 'md' | 'lg';
};

/** A measured value with unit, age and a mark when it is stale. A new value is highlighted briefly. */
export function LiveValue({ label, value, unit, decimals, at, staleAfterSeconds, mark, word, size = 'md' }: Props) {
  const t = useKitText();
  const { number } = useFormats();
  const now = useNow();
  const fresh = useFlash(`${value}/${at}`);
  const stale = at != null && staleAfterSeconds !== undefined && now - Date.parse(at) > staleAfterSeconds * 1000;
  const shown =
    typeof value === 'number'
      ? number(value, decimals)
      : typeof value === 'boolean'
        ? t(value ? 'actions.yes' : 'actions.no')
        : (value ?? '–');
  return (
    <div
      className={classes.value}
      data-stale={stale || undefined}
      data-fresh={fresh || undefined}
      data-severity={mark?.severity}
      data-size={size}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.number}>
        <bdi dir={typeof value === 'number' ? 'ltr' : 'auto'}>
          {shown}
          {unit && value != null && <span className={classes.unit}>{unit}</span>}
        </bdi>
        {word && <span className={classes.word}>{word}</span>}
      </span>
      {mark && (
        <span className={classes.mark}>
          <SeverityChip value={mark.severity} />
          <bdi>{mark.text}</bdi>
        </span>
      )}
      <span className={classes.age}>
        {stale && (
          <Tooltip label={t('device.staleHint')}>
            <span className={classes.stale}>
              <IconClockExclamation size={iconSizes.sm} aria-hidden />
              {t('device.stale')}
            </span>
          </Tooltip>
        )}
        <Ago at={at} none={t('device.neverMeasured')} />
      </span>
    </div>
  );
}

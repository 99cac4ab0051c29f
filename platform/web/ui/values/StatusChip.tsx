import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { usePageHandle } from '../page/PageFrame.tsx';
import classes from './StatusChip.module.css';
import { defaultTones, type Severity, type Tone } from './severity.ts';

/** The icon of each severity: no state is conveyed only by its colour. */
export const severityIcons = {
  problem: IconAlertOctagonFilled,
  poor: IconAlertTriangleFilled,
  ok: IconInfoCircleFilled,
  good: IconCircleCheckFilled,
};
const icons = { ...severityIcons, none: IconCircle };

/** A chip in a tone; icon and text complement the colour. */
export function ToneChip({ tone, children }: { tone: Tone; children: string }) {
  const Icon = icons[tone];
  return (
    <span className={classes.chip} data-tone={tone}>
      <Icon size={iconSizes.sm} aria-hidden />
      {children}
    </span>
  );
}

/** A state as a chip; its text is `values.<field>.<state>` of the page's app, or of `namespace`. */
export function StatusChip({
  value,
  field = 'status',
  namespace,
  tones,
}: {
  value: string | null | undefined;
  field?: string;
  namespace?: string;
  tones?: Record<string, Tone>;
  row?: unknown;
}) {
  const app = usePageHandle()?.app.id;
  const { label, has } = useLabels(namespace ?? app ?? 'kit');
  if (!value) return <span>–</span>;
  const key = `values.${field}.${value}`;
  return <ToneChip tone={tones?.[value] ?? defaultTones[value] ?? 'none'}>{has(key) ? label(key) : value}</ToneChip>;
}

/** A severity as a chip. */
export function SeverityChip({ value }: { value: Severity | null | undefined; row?: unknown }) {
  const t = useKitText();
  if (!value) return <span>–</span>;
  return <ToneChip tone={value}>{t(`values.severity.${value}`)}</ToneChip>;
}

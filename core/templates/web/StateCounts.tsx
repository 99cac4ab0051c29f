import { templateStates } from '#core/devices/common/device.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { TemplateRow } from '../common/template.ts';
import classes from './Templates.module.css';
import { stateTones } from './template-texts.ts';
import { useText } from './texts.ts';

/** How many devices follow a template in which way. */
export function StateCounts({ counts }: { counts: TemplateRow['counts'] }) {
  const t = useText();
  const { number } = useFormats();
  const shown = templateStates.filter((state) => counts[state]);
  if (shown.length === 0) return <span>–</span>;
  return (
    <span className={classes.chips}>
      {shown.map((state) => (
        <ToneChip key={state} tone={stateTones[state]}>
          {`${number(counts[state] ?? 0)} ${t(`values.templateState.${state}`)}`}
        </ToneChip>
      ))}
    </span>
  );
}

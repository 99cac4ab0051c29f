import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Application, applicationStates } from '../../common/template.ts';
import classes from '../Templates.module.css';
import { applicationTones } from '../template-texts.ts';
import { useText } from '../texts.ts';

/** What became of the devices of an application, in numbers. */
export function ApplicationCounts({ counts }: { counts: Application['counts'] }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <span className={classes.chips}>
      {applicationStates
        .filter((state) => counts[state])
        .map((state) => (
          <ToneChip key={state} tone={applicationTones[state]}>
            {`${number(counts[state] ?? 0)} ${t(`values.applicationState.${state}`)}`}
          </ToneChip>
        ))}
    </span>
  );
}

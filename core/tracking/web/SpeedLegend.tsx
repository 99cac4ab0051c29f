import { useComputedColorScheme } from '@mantine/core';
import { canvasColors } from '#platform/web/colours.ts';
import classes from './Tracking.module.css';
import { useText } from './texts.ts';
import { speedSteps } from './trail.ts';

/** The tone of each speed class. */
export const speedTones = ['none', 'ok', 'good', 'poor', 'problem'] as const;

export function SpeedLegend() {
  const t = useText();
  const { severities } = canvasColors(useComputedColorScheme('light'));
  return (
    <div className={classes.legend}>
      {speedTones.map((tone, at) => {
        const [from, to] = [speedSteps[at - 1], speedSteps[at]];
        const range = from === undefined ? `< ${to}` : to === undefined ? `≥ ${from}` : `${from}–${to}`;
        return (
          <span key={tone}>
            <i style={{ background: severities[tone][2] }} aria-hidden />
            <bdi>{t('speed', { value: `\u2066${range}\u2069` })}</bdi>
          </span>
        );
      })}
    </div>
  );
}

import type { Consumed } from '#core/device-app/common/portfolio.ts';
import { changeOfUsage } from '#core/metering/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { useText } from './api.ts';
import classes from './Swam.module.css';

/** The consumption of a site this month, with the change against the same days of the month before. */
export function SiteUsage({ consumption }: { consumption: readonly Consumed[] }) {
  const sentence = useUsageText();
  return (
    <ul className={classes.usage}>
      {consumption.map((usage) => (
        <li key={`${usage.utility} ${usage.unit}`}>{sentence(usage)}</li>
      ))}
    </ul>
  );
}

/** `Water 128 m³ (+12 %)`, with the coverage where it is not complete. */
export function useUsageText() {
  const t = useText();
  const { label } = useLabels('metering');
  const { number } = useFormats();
  return (usage: Consumed) => {
    const change = changeOfUsage(usage.compared);
    return (
      <>
        {label(`values.utility.${usage.utility}`)} <Bdi>{`${number(usage.amount, 0)} ${usage.unit}`}</Bdi>
        {change !== null && <Bdi>{` ${change > 0 ? '+' : ''}${change}%`}</Bdi>}
        {usage.known < usage.meters && (
          <span className={classes.dim}> {t('portfolio.coverage', { known: usage.known, all: usage.meters })}</span>
        )}
      </>
    );
  };
}

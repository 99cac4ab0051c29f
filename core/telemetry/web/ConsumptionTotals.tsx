import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { percentChange } from './consumption.ts';
import { Figure, Figures } from './Figure.tsx';
import classes from './Telemetry.module.css';
import { useText } from './texts.ts';
import type { Consumption } from './use-consumption.ts';

/** The total of the period and of the one before, and the change up to the same point. */
export function ConsumptionTotals({ consumption }: { consumption: Consumption }) {
  const t = useText();
  const kitText = useKitText();
  const { number } = useFormats();
  const { pair, unit, decimals, total, totalBefore, totalSoFar } = consumption;
  const amount = (value: number) => (
    <Bdi>
      {number(value, decimals)} <span className={classes.unit}>{unit}</span>
    </Bdi>
  );
  const exact = totalSoFar === null ? null : percentChange(total, totalSoFar);
  // As it is shown: what rounds to zero has neither a sign nor an arrow.
  const change = exact === null ? null : Math.round(exact) || 0;
  const Arrow = change === null || change === 0 ? null : change < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <Figures>
      <Figure name={pair ? kitText(`period.${pair.name}`) : t('consumption.sum')}>{amount(total)}</Figure>
      {pair && totalBefore !== null && <Figure name={kitText(`period.${pair.before}`)}>{amount(totalBefore)}</Figure>}
      {change !== null && (
        <Figure
          name={t('consumption.change')}
          hint={
            <>
              {t('consumption.changeHint')} {amount(totalSoFar ?? 0)}
            </>
          }
        >
          <span className={classes.change}>
            {Arrow && <Arrow size={iconSizes.lg} aria-hidden />}
            <Bdi>{`${change > 0 ? '+' : ''}${number(change, 0)}%`}</Bdi>
          </span>
        </Figure>
      )}
    </Figures>
  );
}

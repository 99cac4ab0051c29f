import type { ReactNode } from 'react';
import { Figure, Figures } from '#core/telemetry/web/parts.tsx';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { ColdReply } from '../../common/cold/cold-routes.ts';
import { useText } from '../texts.ts';

/** The figures of a cold room over the period, and the mean kinetic temperature of the last day, week and month. */
export function ColdFigures({ cold: { figures, meanKinetic, setting }, aside }: { cold: ColdReply; aside: ReactNode }) {
  const t = useText();
  const { number } = useFormats();
  const degrees = (value: number | null) => <Bdi>{value === null ? '–' : `${number(value, 1)} °C`}</Bdi>;
  const share = (value: number | null) => <Bdi>{value === null ? '–' : withUnit(number(value * 100, 1), '%')}</Bdi>;
  const limits = `${number(setting.low, 1)} … ${number(setting.high, 1)} °C`;
  return (
    <Panel title={t('cold.figures')} aside={aside}>
      <Figures>
        <Figure name={t('cold.inRange')} hint={<Bdi>{limits}</Bdi>}>
          {share(figures.inRange)}
        </Figure>
        <Figure name={t('cold.known')}>{share(figures.coverage)}</Figure>
        <Figure name={t('cold.lowest')}>{degrees(figures.lowest)}</Figure>
        <Figure name={t('cold.mean')}>{degrees(figures.mean)}</Figure>
        <Figure name={t('cold.highest')}>{degrees(figures.highest)}</Figure>
        {meanKinetic.map(({ days, value }) => (
          <Figure
            key={days}
            name={t('cold.kinetic', { count: days, days: number(days) })}
            hint={value === null ? t('cold.kineticUnknown') : undefined}
          >
            {degrees(value)}
          </Figure>
        ))}
      </Figures>
    </Panel>
  );
}

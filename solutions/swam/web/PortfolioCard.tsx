import { IconBattery1, IconMoon, IconWifi, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openAlarmsOfRow, type PortfolioRow } from '#core/device-app/common/portfolio.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';
import { OpenAlarms } from './OpenAlarms.tsx';
import { structureDevicesAddress } from './portfolio-columns.tsx';
import { SiteUsage } from './SiteUsage.tsx';
import { SolutionBadges } from './SolutionBadges.tsx';
import { StructureState } from './StructureState.tsx';
import classes from './Swam.module.css';

/** The card of a structure: its worst severity, open alarms, connected devices and solutions. */
export function PortfolioCard({ row }: { row: PortfolioRow }) {
  const t = useText();
  return (
    <div className={classes.structure}>
      {row.address && (
        <div className={classes.address}>
          <bdi>{row.address}</bdi>
        </div>
      )}
      <div className={classes.line}>
        <StructureState row={row} />
        {openAlarmsOfRow(row) > 0 && <OpenAlarms row={row} />}
      </div>
      <div className={classes.figures}>
        <Figure
          icon={<IconWifi size={iconSizes.md} aria-hidden />}
          name={t('portfolio.online')}
          value={row.online}
          to={structureDevicesAddress(row, '&connection=online')}
        />
        {row.sleeping > 0 && (
          <Figure
            icon={<IconMoon size={iconSizes.md} aria-hidden />}
            name={t('portfolio.sleeping')}
            value={row.sleeping}
            to={structureDevicesAddress(row, '&connection=sleeping')}
          />
        )}
        <Figure
          icon={<IconWifiOff size={iconSizes.md} aria-hidden />}
          name={t('portfolio.offline')}
          value={row.offline}
          bad
          to={structureDevicesAddress(row, '&connection=offline')}
        />
        <Figure
          icon={<IconBattery1 size={iconSizes.md} aria-hidden />}
          name={t('portfolio.lowBattery')}
          value={row.lowBattery}
          bad
          to={structureDevicesAddress(row, '&battery[max]=19')}
        />
      </div>
      {row.consumption.length > 0 && (
        <div>
          <div className={classes.address}>{t('columns.consumption')}</div>
          <SiteUsage consumption={row.consumption} />
        </div>
      )}
      <SolutionBadges row={row} />
    </div>
  );
}

function Figure({
  icon,
  name,
  value,
  to,
  bad = false,
}: {
  icon: ReactNode;
  name: string;
  value: number;
  to: string;
  bad?: boolean;
}) {
  const { number } = useFormats();
  return (
    <Link to={to} className={classes.figure} data-bad={(bad && value > 0) || undefined}>
      {icon}
      <strong>{number(value)}</strong>
      <span>{name}</span>
    </Link>
  );
}

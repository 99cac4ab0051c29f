import { Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioRow } from '#core/device-app/common/portfolio.ts';
import { listAddress, useSolutionName } from '#core/device-app/web/parts.tsx';
import { solutionIcon } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { swam } from '../app.ts';
import { useText } from './api.ts';
import classes from './Swam.module.css';

/** The solutions of a structure with their number of devices, as links to the device lists. */
export function SolutionBadges({ row, compact = false }: { row: PortfolioRow; compact?: boolean }) {
  const t = useText();
  const nameOf = useSolutionName(swam);
  const { number } = useFormats();
  return (
    <span className={classes.badges} data-compact={compact || undefined}>
      {row.solutions.map(({ id, devices, online, offline }) => {
        const Icon = solutionIcon(swam, id);
        const label = t('portfolio.solution', { solution: nameOf(id), count: devices, online });
        return (
          <Tooltip key={id} label={label}>
            <Link
              to={`${listAddress(swam, id)}?structureId=${row.id}`}
              className={classes.badge}
              aria-label={label}
              data-offline={offline > 0 || undefined}
            >
              <Icon size={iconSizes.sm} aria-hidden />
              {!compact && <span>{nameOf(id)}</span>}
              {number(devices)}
            </Link>
          </Tooltip>
        );
      })}
    </span>
  );
}

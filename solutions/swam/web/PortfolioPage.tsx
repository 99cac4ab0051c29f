import { Button } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { PortfolioRow } from '#core/device-app/common/portfolio.ts';
import { useSolutionName } from '#core/device-app/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { swam } from '../app.ts';
import { api } from './api.ts';
import { PortfolioCard } from './PortfolioCard.tsx';
import { portfolioColumns } from './portfolio-columns.tsx';

/** The structures with their devices and open alarms. */
export function PortfolioPage() {
  const { label } = useLabels('swam');
  const nameOf = useSolutionName(swam);
  const tabs = useGroupTabs();
  const columns = useMemo(
    () =>
      portfolioColumns({
        severityText: (severity) => label(severity === 'good' ? 'portfolio.fine' : `values.severity.${severity}`),
        solutionName: nameOf,
        noDevices: label('portfolio.noDevices'),
      }),
    [label, nameOf],
  );
  return (
    <ListPage
      tabs={tabs}
      action={
        <Button
          component={Link}
          to={`${swam.web}/alternative`}
          variant="default"
          leftSection={<IconLayoutDashboard size={iconSizes.md} aria-hidden />}
        >
          {label('portfolio.alternative')}
        </Button>
      }
      of={{ list: api.analysis.portfolio }}
      table="swam_analysis_portfolio"
      columns={columns}
      view="auto"
      card={(row: PortfolioRow) => <PortfolioCard row={row} />}
      exports
      live={{ topics: ['alarms', 'devices'] }}
    />
  );
}

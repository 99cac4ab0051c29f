import { useMemo } from 'react';
import { useSolutionName } from '#core/device-app/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { swam } from '../app.ts';
import type { PortfolioRow } from '../common/monitoring.ts';
import { api } from './api.ts';
import { PortfolioCard } from './PortfolioCard.tsx';
import { portfolioColumns } from './portfolio-columns.tsx';

/** Structures with what stands in them and what is wrong there. */
export function PortfolioPage() {
  const { label } = useLabels('swam');
  const nameOf = useSolutionName(swam);
  const columns = useMemo(
    () => portfolioColumns({ word: (severity) => label(`values.severity.${severity}`), solution: nameOf }),
    [label, nameOf],
  );
  return (
    <ListPage
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

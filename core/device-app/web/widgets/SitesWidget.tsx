import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { severities } from '#core/alarms/common/alarm.ts';
import { siteAddress } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { SiteState } from '../../common/overview.ts';
import { useText } from '../texts.ts';
import { overview } from './api.ts';

const shown = 8;

/** The sites with open alarms or offline devices, the worst first. */
export function SitesWidget() {
  const t = useText();
  const query = useData(overview.sites, { list: { limit: shown } }, { silent: true });
  useLiveRefetch(['alarms', 'devices'], overview.sites.key());
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('overview.noTrouble')} good>
      {query.data.data.map((site) => (
        <SiteRow key={site.id} site={site} />
      ))}
    </WidgetRows>
  );
}

function SiteRow({ site }: { site: SiteState }) {
  const t = useText();
  const { number } = useFormats();
  const { id, name, alarms, worst, since, offline } = site;
  const open = severities.reduce((sum, severity) => sum + alarms[severity], 0);
  return (
    <WidgetRow
      start={open > 0 ? <SeverityChip value={worst} /> : <ToneChip tone="none">{t('overview.offlineChip')}</ToneChip>}
      title={
        <Anchor component={Link} to={siteAddress(id)} fw={550} inherit>
          <bdi>{name}</bdi>
        </Anchor>
      }
      note={[
        open > 0 && t('overview.alarmCount', { count: open }),
        offline > 0 && t('overview.offlineCount', { count: offline, number: number(offline) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      aside={since && <Ago at={since} />}
    />
  );
}

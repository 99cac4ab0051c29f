import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { Site } from '../common/site.ts';
import { useText } from './api.ts';

/** The alarms of a site. With several apps one of them is chosen. */
export function SiteAlarms({ site }: { site: Site }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const of = useMemo(() => ({ structureId: site.id }), [site.id]);
  const apps = registeredApps().filter(
    ({ id, alarmClasses }) => alarmClasses && site.byApp.some(({ app }) => app === id),
  );
  const app = apps.find(({ id }) => id === params.get('appChoice')) ?? apps[0];
  if (!app) return <WidgetRows calm={t('noAlarms')}>{[]}</WidgetRows>;
  return (
    <>
      {apps.length > 1 && (
        <SegmentedControl
          aria-label={t('appChoice')}
          value={app.id}
          data={apps.map(({ id, brand }) => ({ value: id, label: brand }))}
          onChange={(next) => setParams({ tab: 'alarms', app: next }, { replace: true, preventScrollReset: true })}
        />
      )}
      <AlarmsOfRecord key={app.id} app={app} of={of} />
    </>
  );
}

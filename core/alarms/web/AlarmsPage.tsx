import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame, usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { deskAddress, deskPaths, historyAddress } from '../common/alarm-desk.ts';
import { shownCount } from '../common/bell.ts';
import { AlarmList } from './AlarmList.tsx';
import { api } from './api.ts';
import { useText } from './texts.ts';
import { useAppsWithAlarms } from './use-apps-with-alarms.ts';

/** The open or closed alarms of all apps. The pages of apps and classes are saved filters of it. */
export function AlarmsPage() {
  const t = useText();
  const history = usePageHandle()?.page.path === deskPaths.history;
  const tabs = [
    { label: t('tabs.open'), to: deskAddress() },
    { label: t('tabs.history'), to: historyAddress },
  ];
  return (
    <PageFrame fill title={t('app')} tabs={tabs} {...(history ? {} : { badge: <Unacknowledged /> })}>
      <AlarmList key={String(history)} apps={useAppsWithAlarms()} history={history} />
    </PageFrame>
  );
}

/** The number that the bell shows, as a link to these alarms. */
function Unacknowledged() {
  const t = useText();
  const { count = 0 } = useData(api.bell.count, {}, { silent: true }).data ?? {};
  return count === 0 ? null : (
    <Anchor component={Link} to={`${deskAddress()}?acknowledged=false`} size="sm">
      {t('waiting', { count, shown: shownCount(count) })}
    </Anchor>
  );
}

import { textNamespaceOf } from '#platform/common/define-app.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { PageFrame, usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { AlarmList } from './AlarmList.tsx';
import { AlarmsSplitView } from './AlarmsSplitView.tsx';
import { useAlarmSource } from './alarm-calls.ts';
import { useText } from './texts.ts';

/** The alarms of the class to which the page belongs. Tabs lead to the open and closed ones of each class. */
export function AlarmsPage() {
  const t = useText();
  const handle = usePageHandle();
  const entry = Object.entries(handle?.app.alarmClasses ?? {}).find(([, { page, historyPage }]) =>
    [page, historyPage].includes(handle?.page.path ?? ''),
  );
  if (!handle || !entry) throw new Error('An alarms page stands in the manifest as the page of a class of alarms');
  const { app, page } = handle;
  const [name, { page: open, historyPage }] = entry;
  const source = useAlarmSource(app, name);
  const { label } = useLabels(textNamespaceOf(app, page));
  const groupTabs = useGroupTabs();
  const tabs =
    Object.keys(app.alarmClasses ?? {}).length > 1
      ? groupTabs
      : [
          { label: t('tabs.open'), to: `${app.web}/${open}` },
          ...(historyPage ? [{ label: t('tabs.history'), to: `${app.web}/${historyPage}` }] : []),
        ];
  const openKey = app.pages.find(({ path }) => path === open)?.key ?? page.key;
  return (
    <PageFrame fill title={label(`pages.${openKey}`)} tabs={tabs}>
      <AlarmsSplitView source={source}>
        <AlarmList source={source} history={page.path === historyPage} />
      </AlarmsSplitView>
    </PageFrame>
  );
}

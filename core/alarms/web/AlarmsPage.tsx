import { textNamespaceOf } from '#platform/common/define-app.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { PageFrame, usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { AlarmList } from './AlarmList.tsx';
import { useAlarmSource } from './alarm-calls.ts';
import { pagesOf } from './alarm-pages.ts';
import { useText } from './texts.ts';

/** The open or closed alarms of all classes, or of the class to which the page belongs. */
export function AlarmsPage() {
  const t = useText();
  const { app, page, name, open, history } = pagesOf(usePageHandle());
  const source = useAlarmSource(app, name);
  const { label } = useLabels(textNamespaceOf(app, page));
  const tabs = [
    { label: t('tabs.open'), to: `${app.web}/${open}` },
    ...(history ? [{ label: t('tabs.history'), to: `${app.web}/${history}` }] : []),
  ];
  const openKey = app.pages.find(({ path }) => path === open)?.key ?? page.key;
  return (
    <PageFrame fill title={label(`pages.${openKey}`)} tabs={tabs}>
      <AlarmList source={source} history={page.path === history} />
    </PageFrame>
  );
}

import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { PdfButton } from '#core/print/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The incident as a document, in the language of the person. */
export function IncidentPdf({ alarm }: { alarm: AlarmDetail }) {
  const t = useText();
  const print = useAction(api.incident.print, { keyed: true });
  const request = () => print.ask({ params: { id: alarm.id }, body: { language: currentLanguage() } });
  return (
    <div>
      <PdfButton
        label={t('workbench.pdf')}
        name={`${alarm.structure?.name ?? alarm.subject.name} ${alarm.firstAt.slice(0, 10)}`}
        request={request}
      />
    </div>
  );
}

import { PdfButton } from '#core/print/web/parts.tsx';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { metering } from '../../app.ts';
import { useText } from '../texts.ts';

const api = clientOf(metering);

/** The consumption of the last whole month of a site as PDF in the person's language; nothing for a site without meters. */
export function MonthPdf({ site }: { site: { id: number; name: string } }) {
  const t = useText();
  const { language } = useFormats();
  const print = useAction(api.overview.print);
  const metered = useData(api.overview.consumption, { query: { structureId: site.id } }, { silent: true });
  if (!metered.data || metered.data.utilities.length === 0) return null;
  return (
    <PdfButton
      label={t('report.lastMonth')}
      name={site.name}
      request={() => print.ask({ params: { id: site.id }, body: { lang: language }, silent: 'success' })}
    />
  );
}

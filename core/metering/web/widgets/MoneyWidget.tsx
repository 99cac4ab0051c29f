import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { metering } from '../../app.ts';
import { useBillFormats } from '../bills/use-bill-formats.ts';
import { useText } from '../texts.ts';

const api = clientOf(metering);

/** The bills of all companies by currency: issued this month, and drafts that wait to be issued. */
export function MoneyWidget() {
  const t = useText();
  const { money, month } = useBillFormats();
  const query = useData(api.overview.money, {}, { silent: true });
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('overview.noBills')}>
      {query.data.currencies.map(({ currency, issued, total, drafts, draftTotal }) => (
        <WidgetRow
          key={currency}
          title={t('overview.issued', { count: issued, month: month(query.data.month) })}
          note={
            <>
              {t('overview.drafts', { count: drafts })} · <Bdi>{money(draftTotal, currency)}</Bdi>
            </>
          }
          aside={
            <strong>
              <Bdi>{money(total, currency)}</Bdi>
            </strong>
          }
        />
      ))}
    </WidgetRows>
  );
}

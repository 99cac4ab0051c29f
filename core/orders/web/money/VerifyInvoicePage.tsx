import { useParams } from 'react-router';
import { PlainFrame } from '#core/accounts/web/parts.tsx';
import { Money } from '#core/market/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { formatDate, useFormats } from '#platform/web/i18n/formats.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { api, useText } from '../api.ts';

/** The code in the URL is unknown or malformed. */
const unknown = [404, 418];
const statusOf = (error: unknown): number => (error as { status?: number } | null)?.status ?? 0;

/** Compares a printed bill with the issued one: open to anyone with its code. */
export function VerifyInvoicePage() {
  const t = useText();
  const { language } = useFormats();
  const { code = '' } = useParams();
  const found = useData(api.bill.verify, { params: { code } }, { silent: true });
  const { data: bill } = found;
  return (
    <PlainFrame title={t('pages.verify-invoice-code')} lead={t('verify.lead')}>
      {bill ? (
        <Facts
          title={t(`bill.${bill.kind}`)}
          items={[
            [t('columns.number'), <Bdi key="number">{bill.number}</Bdi>],
            [t('verify.seller'), <bdi key="seller">{bill.seller[language]}</bdi>],
            [t('bill.issuedOn'), <Bdi key="at">{formatDate(bill.issuedAt, 'date')}</Bdi>],
            [t('bill.total'), <Money key="total" of={bill.total} />],
          ]}
        />
      ) : unknown.includes(statusOf(found.error)) ? (
        <EmptyState title={t('verify.unknown')} text={t('verify.unknownText')} />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PlainFrame>
  );
}

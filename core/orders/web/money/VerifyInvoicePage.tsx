import { Money } from '#core/market/web/parts.tsx';
import { VerifiedDocument } from '#core/print/web/parts.tsx';
import { formatDate, useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { api, useText } from '../api.ts';

/** Compares a printed bill with the issued one. */
export function VerifyInvoicePage() {
  const t = useText();
  const { language } = useFormats();
  return (
    <VerifiedDocument
      of={api.bill.verify}
      texts={{
        title: t('pages.verify-invoice-code'),
        lead: t('verify.lead'),
        unknown: t('verify.unknown'),
        unknownText: t('verify.unknownText'),
      }}
      facts={(bill) => ({
        title: t(`bill.${bill.kind}`),
        items: [
          [t('columns.number'), <Bdi key="number">{bill.number}</Bdi>],
          [t('verify.seller'), <bdi key="seller">{bill.seller[language]}</bdi>],
          [t('bill.issuedOn'), <Bdi key="at">{formatDate(bill.issuedAt, 'date')}</Bdi>],
          [t('bill.total'), <Money key="total" of={bill.total} />],
        ],
      })}
    />
  );
}

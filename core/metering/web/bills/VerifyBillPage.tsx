import { VerifiedDocument } from '#core/print/web/parts.tsx';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { metering } from '../../app.ts';
import { useText } from '../texts.ts';
import { billTones } from './bill-tones.ts';
import { useBillFormats } from './use-bill-formats.ts';

const api = clientOf(metering);

/** Compares a printed bill with the issued one. */
export function VerifyBillPage() {
  const t = useText();
  const { language } = useFormats();
  const { money, date } = useBillFormats();
  return (
    <VerifiedDocument
      of={api.bill.verify}
      texts={{
        title: t('pages.verify-bill-code'),
        lead: t('verify.lead'),
        unknown: t('verify.unknown'),
        unknownText: t('verify.unknownText'),
      }}
      facts={(bill) => ({
        title: t(bill.kind === 'credit' ? 'bill.credit' : 'print.title'),
        aside: <StatusChip value={bill.state} field="billState" namespace="metering" tones={billTones} />,
        items: [
          [t('bill.number'), <Bdi key="number">{bill.number}</Bdi>],
          [t('verify.issuer'), <bdi key="issuer">{bill.issuer[language]}</bdi>],
          [t('print.issuedAt'), <Bdi key="at">{date(bill.issuedAt, 'date')}</Bdi>],
          [t('bill.total'), <Bdi key="total">{money(bill.total, bill.currency)}</Bdi>],
        ],
      })}
    />
  );
}

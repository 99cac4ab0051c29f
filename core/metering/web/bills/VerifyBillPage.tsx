import { useParams } from 'react-router';
import { PlainFrame } from '#core/accounts/web/parts.tsx';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { metering } from '../../app.ts';
import type { VerifiedBill } from '../../common/bill.ts';
import { useText } from '../texts.ts';
import { hasStatus } from '../use-metering.ts';
import { billTones } from './bill-tones.ts';
import { useBillFormats } from './use-bill-formats.ts';

const api = clientOf(metering);
/** The code in the URL is unknown or malformed. */
const unknown = [404, 418];

/** Compares a printed bill with the issued one: open to anyone with its code. */
export function VerifyBillPage() {
  const t = useText();
  const { code = '' } = useParams();
  const found = useData(api.bill.verify, { params: { code } }, { silent: true });
  return (
    <PlainFrame title={t('pages.verify-bill-code')} lead={t('verify.lead')}>
      {found.data ? (
        <Verified bill={found.data} />
      ) : unknown.some((status) => hasStatus(found.error, status)) ? (
        <EmptyState title={t('verify.unknown')} text={t('verify.unknownText')} />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PlainFrame>
  );
}

function Verified({ bill }: { bill: VerifiedBill }) {
  const t = useText();
  const { language } = useFormats();
  const { money, date } = useBillFormats();
  return (
    <Facts
      title={t(bill.kind === 'credit' ? 'bill.credit' : 'print.title')}
      aside={<StatusChip value={bill.state} field="billState" namespace="metering" tones={billTones} />}
      items={[
        [t('bill.number'), <Bdi key="number">{bill.number}</Bdi>],
        [t('verify.issuer'), <bdi key="issuer">{bill.issuer[language]}</bdi>],
        [t('print.issuedAt'), <Bdi key="at">{date(bill.issuedAt, 'date')}</Bdi>],
        [t('bill.total'), <Bdi key="total">{money(bill.total, bill.currency)}</Bdi>],
      ]}
    />
  );
}

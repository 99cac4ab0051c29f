import { useParams } from 'react-router';
import { PlainFrame } from '#core/accounts/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The code in the URL is unknown or malformed. */
const unknown = [404, 418];

/** Compares a printed report with the readings: open to anyone with its code. */
export function VerifyColdReportPage() {
  const t = useText();
  const { number, date } = useFormats();
  const { code = '' } = useParams();
  const found = useData(api.cold.verify, { params: { code } }, { silent: true });
  const report = found.data;
  const isUnknown = found.error instanceof RequestError && unknown.includes(found.error.status);
  return (
    <PlainFrame title={t('pages.verify-cold-report-code')} lead={t('verify.lead')}>
      {report ? (
        <Facts
          title={report.device}
          aside={
            <ToneChip tone={report.unchanged ? 'good' : 'problem'}>
              {t(report.unchanged ? 'verify.unchanged' : 'verify.changed')}
            </ToneChip>
          }
          items={[
            [t('verify.company'), <bdi key="company">{report.company}</bdi>],
            [
              t('verify.period'),
              <Bdi key="period">{`${date(report.from, 'dateTime')} – ${date(report.to, 'dateTime')}`}</Bdi>,
            ],
            [t('verify.madeAt'), <Bdi key="made">{date(report.madeAt, 'dateTime')}</Bdi>],
            [t('verify.samples'), <Bdi key="samples">{number(report.samples)}</Bdi>],
            [
              t('verify.hash'),
              <Bdi key="hash">
                <span style={{ overflowWrap: 'anywhere' }}>{report.hash}</span>
              </Bdi>,
            ],
          ]}
        />
      ) : isUnknown ? (
        <EmptyState title={t('verify.unknown')} text={t('verify.unknownText')} />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PlainFrame>
  );
}

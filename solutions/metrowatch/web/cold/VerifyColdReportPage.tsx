import { Hash, VerifiedDocument } from '#core/print/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Compares a printed report with the readings. */
export function VerifyColdReportPage() {
  const t = useText();
  const { number, date } = useFormats();
  return (
    <VerifiedDocument
      of={api.cold.verify}
      texts={{
        title: t('pages.verify-cold-report-code'),
        lead: t('verify.lead'),
        unknown: t('verify.unknown'),
        unknownText: t('verify.unknownText'),
      }}
      facts={(report) => ({
        title: report.device,
        aside: (
          <ToneChip tone={report.unchanged ? 'good' : 'problem'}>
            {t(report.unchanged ? 'verify.unchanged' : 'verify.changed')}
          </ToneChip>
        ),
        items: [
          [t('verify.company'), <bdi key="company">{report.company}</bdi>],
          [
            t('verify.period'),
            <Bdi key="period">{`${date(report.from, 'dateTime')} – ${date(report.to, 'dateTime')}`}</Bdi>,
          ],
          [t('verify.madeAt'), <Bdi key="made">{date(report.madeAt, 'dateTime')}</Bdi>],
          [t('verify.samples'), <Bdi key="samples">{number(report.samples)}</Bdi>],
          [t('verify.hash'), <Hash key="hash">{report.hash}</Hash>],
        ],
      })}
    />
  );
}

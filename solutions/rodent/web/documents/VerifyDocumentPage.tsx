import { Hash, VerifiedDocument } from '#core/print/web/parts.tsx';
import { formatDate } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { printedDays } from './printed.ts';
import { useSections } from './use-sections.ts';

/** A time as the document has it: by the clock of its site, wherever the reader is. */
const Time = ({ at, zone }: { at: string; zone: string }) => (
  <>
    <Bdi>{formatDate(at, 'dateTime', zone)}</Bdi> <Bdi>({zone})</Bdi>
  </>
);

/** Says of a printed document what it is about, and whether addenda came after it. */
export function VerifyDocumentPage() {
  const t = useText();
  const sectionsOf = useSections();
  return (
    <VerifiedDocument
      of={api.document.verify}
      texts={{
        title: t('pages.verify-trap-document-code'),
        lead: t('verify.lead'),
        unknown: t('verify.unknown'),
        unknownText: t('verify.unknownText'),
      }}
      facts={({ kind, company, site, zone, madeAt, sha256, intact, changed, visit, from, to }) => ({
        title: visit ? visit.number : site,
        aside: (
          <ToneChip
            tone={intact === false ? 'problem' : (visit && visit.later > 0) || changed.length > 0 ? 'poor' : 'good'}
          >
            {intact === false
              ? t('verify.broken')
              : visit && visit.later > 0
                ? t('verify.later', { count: visit.later })
                : t(changed.length > 0 ? 'verify.outdated' : 'verify.genuine')}
          </ToneChip>
        ),
        items: [
          [t('verify.document'), t(`verify.kinds.${kind}`)],
          [t('verify.company'), <bdi key="company">{company}</bdi>],
          [t('columns.structure'), <bdi key="site">{site}</bdi>],
          ...(visit
            ? ([
                [t('verify.signedAt'), visit.signedAt ? <Time key="signed" at={visit.signedAt} zone={zone} /> : '–'],
                [t('fields.signedBy'), <bdi key="by">{visit.signedBy ?? '–'}</bdi>],
                [t('verify.addenda'), String(visit.addenda)],
              ] as const)
            : []),
          ...(from && to
            ? ([[t('verify.period'), <Bdi key="period">{printedDays(zone)({ from, to })}</Bdi>]] as const)
            : []),
          [t('verify.madeAt'), <Time key="made" at={madeAt} zone={zone} />],
          [t('verify.changed'), changed.length > 0 ? sectionsOf(changed) : t('verify.unchanged')],
          [t('verify.hash'), sha256 ? <Hash key="hash">{sha256}</Hash> : t('verify.inWork')],
        ],
      })}
    />
  );
}

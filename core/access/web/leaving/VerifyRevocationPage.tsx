import { Hash, VerifiedDocument } from '#core/print/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

/** Compares a printed list of revoked codes with the stored one. */
export function VerifyRevocationPage() {
  const t = useText();
  const { calls } = useAccess();
  const { number, date } = useFormats();
  return (
    <VerifiedDocument
      of={calls.revocation.verify}
      texts={{
        title: t('pages.verify-revocation-code'),
        lead: t('proof.lead'),
        unknown: t('proof.unknown'),
        unknownText: t('proof.unknownText'),
      }}
      facts={(list) => ({
        title: list.holder,
        aside: (
          <ToneChip tone={list.unchanged ? 'good' : 'problem'}>
            {t(list.unchanged ? 'proof.unchanged' : 'proof.changed')}
          </ToneChip>
        ),
        items: [
          [t('proof.company'), <bdi key="company">{list.company}</bdi>],
          [t('columns.endedAt'), <Bdi key="at">{date(list.at)}</Bdi>],
          [t('proof.provenAt'), <Bdi key="proven">{date(list.provenAt)}</Bdi>],
          [t('columns.locks'), <Bdi key="locks">{number(list.locks)}</Bdi>],
          [t('proof.seal'), <Hash key="seal">{list.seal}</Hash>],
        ],
      })}
    />
  );
}

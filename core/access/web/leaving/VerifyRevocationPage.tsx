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
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

/** The code in the URL is unknown or malformed. */
const unknown = [404, 418];

/** Compares a printed list of revoked codes with the stored one; open to anyone with its code. */
export function VerifyRevocationPage() {
  const t = useText();
  const { calls } = useAccess();
  const { number, date } = useFormats();
  const { code = '' } = useParams();
  const found = useData(calls.revocation.verify, { params: { code } }, { silent: true });
  const list = found.data;
  const isUnknown = found.error instanceof RequestError && unknown.includes(found.error.status);
  return (
    <PlainFrame title={t('pages.verify-revocation-code')} lead={t('proof.lead')}>
      {list ? (
        <Facts
          title={list.holder}
          aside={
            <ToneChip tone={list.unchanged ? 'good' : 'problem'}>
              {t(list.unchanged ? 'proof.unchanged' : 'proof.changed')}
            </ToneChip>
          }
          items={[
            [t('proof.company'), <bdi key="company">{list.company}</bdi>],
            [t('columns.endedAt'), <Bdi key="at">{date(list.at)}</Bdi>],
            [t('proof.provenAt'), <Bdi key="proven">{date(list.provenAt)}</Bdi>],
            [t('columns.locks'), <Bdi key="locks">{number(list.locks)}</Bdi>],
            [
              t('proof.seal'),
              <Bdi key="seal">
                <span style={{ overflowWrap: 'anywhere' }}>{list.seal}</span>
              </Bdi>,
            ],
          ]}
        />
      ) : isUnknown ? (
        <EmptyState title={t('proof.unknown')} text={t('proof.unknownText')} />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PlainFrame>
  );
}

import type { ComponentProps } from 'react';
import { useParams } from 'react-router';
import { PlainFrame } from '#core/accounts/web/parts.tsx';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { VerificationRoute } from '../common/verification.ts';

/** The code in the address is unknown or malformed. */
const unknownCode = [404, 418];

type Props<Reply> = {
  of: Endpoint<VerificationRoute<Reply>>;
  /** What the page does, and what it says about an unknown code. */
  texts: { title: string; lead: string; unknown: string; unknownText: string };
  /** What is stored of the document. */
  facts(document: Reply): ComponentProps<typeof Facts>;
};

/** The page of a `verificationPage`, open to anyone who has the code of a printed document. */
export function VerifiedDocument<Reply>({ of, texts, facts }: Props<Reply>) {
  const { code = '' } = useParams();
  const found = useData(of, { params: { code } }, { silent: true });
  const isUnknown = found.error instanceof RequestError && unknownCode.includes(found.error.status);
  return (
    <PlainFrame title={texts.title} lead={texts.lead}>
      {found.data !== undefined ? (
        <Facts {...facts(found.data)} />
      ) : isUnknown ? (
        <EmptyState title={texts.unknown} text={texts.unknownText} />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PlainFrame>
  );
}

/** A hash, which may break anywhere. */
export const Hash = ({ children }: { children: string }) => (
  <Bdi>
    <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
  </Bdi>
);

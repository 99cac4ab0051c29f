import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint, ResultOf } from '../../client/client-of.ts';
import { RequestError } from '../../client/request-error.ts';
import { useKitText } from '../../i18n/texts.ts';
import { sizes } from '../../theme.ts';
import { QueryBoundary } from '../state/QueryBoundary.tsx';

/** The headers with which the holder of a signed link calls. */
export const linkHeaders = (secret: string, pin?: string): Record<string, string> => ({
  authorization: `Link ${secret}`,
  ...(pin === undefined ? {} : { 'link-pin': pin }),
});

type Shown<R extends AnyRoute> = { data: ResultOf<R>; headers: Record<string, string> };
type Props<R extends AnyRoute> = {
  /** A call whose access names a kind of links. */
  of: Endpoint<R>;
  /** `headers` are for further calls of the link. */
  children(shown: Shown<R>): ReactNode;
};

/**
 * What the holder of a signed link may see, without an account. The secret is in the fragment of the address, which is not
 * sent to the server. A link with a PIN asks for it.
 */
export function LinkHolder<R extends AnyRoute>(props: Props<R>) {
  const secret = useLocation().hash.slice(1);
  return <OfSecret key={secret} {...props} secret={secret} />;
}

function OfSecret<R extends AnyRoute>({ of, children, secret }: Props<R> & { secret: string }) {
  const [pin, setPin] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const headers = linkHeaders(secret, pin);
  const query = useQuery<ResultOf<R>>({
    // Neither the secret nor the PIN is kept with the reply.
    queryKey: [...of.key(), 'link', attempt],
    queryFn: ({ signal }) => of.send({ headers, silent: true, signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const word = query.error instanceof RequestError ? query.error.word : undefined;
  if (word === 'link-needs-pin' || word === 'link-wrong-pin')
    return (
      <PinForm
        wrong={word === 'link-wrong-pin'}
        onEnter={(entered) => {
          setPin(entered);
          setAttempt((count) => count + 1);
        }}
      />
    );
  return query.data === undefined ? <QueryBoundary of={query} /> : children({ data: query.data, headers });
}

type PinProps = { wrong: boolean; onEnter(pin: string): void };

function PinForm({ wrong, onEnter }: PinProps) {
  const t = useKitText();
  const [pin, setPin] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin !== '') onEnter(pin);
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={sizes.form} gap="md">
        <PasswordInput
          label={t('link.pin')}
          description={t('link.pinText')}
          error={wrong && t('link.wrongPin')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={pin}
          data-autofocus
          autoFocus
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        <Button type="submit" disabled={pin === ''}>
          {t('link.continue')}
        </Button>
      </Stack>
    </form>
  );
}

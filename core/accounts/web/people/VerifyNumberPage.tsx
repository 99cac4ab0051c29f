import { Box, Button, Group, PinInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';

const digits = 6;

/** Verifies the person's phone number with a code that is sent to it. */
export function VerifyNumberPage() {
  const t = useText();
  const id = Number(useParams().userId);
  const info = useData(api.user.info, { params: { id } }, { silent: true });
  const { data: person } = info;
  if (person?.phoneVerified) return <Navigate to={shellAddresses.profile(id)} replace />;
  return (
    <PageFrame parents={[{ label: t('profile.title'), to: shellAddresses.profile(id) }]}>
      {!person ? (
        <QueryBoundary of={info} height={sizes.drawing} />
      ) : person.phone ? (
        <Verification id={id} phone={person.phone} />
      ) : (
        <EmptyState title={t('verifyPhone.none')} text={t('verifyPhone.noneText')} />
      )}
    </PageFrame>
  );
}

function Verification({ id, phone }: { id: number; phone: string }) {
  const t = useText();
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [sent, setSent] = useState(false);
  const send = useAction(api.security.sendPhoneCode);
  const verify = useAction(api.security.verifyPhone, { invalidates: [api.user.info] });

  async function check(given: string) {
    setError(null);
    try {
      await verify.ask({ params: { id }, body: { code: given }, silent: true });
      await navigate(shellAddresses.profile(id));
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      setCode('');
      setError(errorMessage(failure));
    }
  }
  async function ask() {
    await send.ask({ params: { id }, silent: 'success' });
    setSent(true);
    setCode('');
    setError(null);
  }

  return (
    <Box maw={sizes.form}>
      <Panel>
        <Stack gap="md" align="flex-start">
          <Text>
            {t(sent ? 'verifyPhone.sent' : 'verifyPhone.lead')} <Bdi>{phone}</Bdi>
          </Text>
          {sent && (
            <div dir="ltr">
              <PinInput
                length={digits}
                type="number"
                oneTimeCode
                autoFocus
                value={code}
                onChange={setCode}
                onComplete={(given) => void check(given)}
                disabled={verify.pending}
                error={error !== null}
                getInputProps={(position) => ({ 'aria-label': t('verifyPhone.digit', { position: position + 1 }) })}
              />
            </div>
          )}
          {error && (
            <Text c="var(--severity-problem-text)" size="sm" role="alert">
              {error}
            </Text>
          )}
          <Group gap="xs">
            <Button variant={sent ? 'default' : 'filled'} onClick={() => void ask()} loading={send.pending}>
              {t(sent ? 'verifyPhone.again' : 'verifyPhone.send')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </Box>
  );
}

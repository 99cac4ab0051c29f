import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ScanButton } from '#core/devices/web/parts.tsx';
import { RequestError } from '#platform/web/client/request-error.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { parsePackageCode, shownCode } from '../common/package-code.ts';
import { addPackagesAddress, api, codesAddress, redeemAddress, useText } from './api.ts';
import { refusalText } from './refusal-text.ts';

/** The code in a scanned text: the address on a card, or the code itself. */
const codeIn = (text: string): string | null =>
  parsePackageCode(
    decodeURIComponent(URL.parse(text)?.pathname.split(`${addPackagesAddress}/`)[1]?.split('/')[0] ?? text),
  );

/** Asks for a code that was bought from a merchant, and leads to the page of its product. */
export function AddPackagePage() {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function look(text: string): Promise<void> {
    const code = codeIn(text);
    if (!code) return setFault(t('validation.invalidCode'));
    setPending(true);
    try {
      const found = await api.package.lookUp.send({ params: { code }, silent: true });
      void navigate(redeemAddress(shownCode(code), found.app));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFault(refusalText(t, error));
    } finally {
      setPending(false);
    }
  }

  return (
    <PageFrame
      action={
        <Can access={api.package.create.route.access}>
          <Button component={Link} to={`${codesAddress}?new=batch`} variant="default">
            {t('newBatch')}
          </Button>
        </Can>
      }
    >
      <Panel title={t('enterCode')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void look(typed);
          }}
        >
          <Stack maw={sizes.form}>
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                flex={1}
                label={t('code')}
                description={t('codeHint')}
                placeholder={t('codeExample')}
                dir="ltr"
                autoComplete="off"
                data-autofocus
                value={typed}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  setFault(null);
                }}
              />
              <ScanButton onSerial={(_serial, label) => void look(label)} />
            </Group>
            {fault && (
              <Alert color="red" variant="light" role="alert">
                {fault}
              </Alert>
            )}
            <Group>
              <Button type="submit" loading={pending} disabled={typed.trim() === ''}>
                {t('continue')}
              </Button>
              <Button component={Link} to={codesAddress} variant="default">
                {t('redeemedCodes')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </PageFrame>
  );
}

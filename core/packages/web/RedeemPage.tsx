import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { LookedUp, Redeemed } from '../common/package.ts';
import { parsePackageCode, shownCode } from '../common/package-code.ts';
import { addPackagesAddress, api, codesAddress, useText } from './api.ts';
import { PackageFacts } from './PackageFacts.tsx';
import { refusalText } from './refusal-text.ts';

/** Shows what a code is for, and redeems it for the company. The address is printed on the card as a QR code. */
export function RedeemPage() {
  const t = useText();
  const { code: typed = '', appName = '' } = useParams();
  const code = parsePackageCode(typed);
  const [done, setDone] = useState<Redeemed | null>(null);
  const found = useData(
    api.package.lookUp,
    { params: { code: code ?? '' }, query: { app: appName } },
    { silent: true, enabled: code !== null && done === null },
  );
  const { error } = found;
  return (
    <PageFrame
      title={t('pages.packages-add-code-appName')}
      parents={[{ label: t('pages.packages-add'), to: addPackagesAddress }]}
    >
      {done ? (
        <Done done={done} />
      ) : code === null || (error instanceof RequestError && error.status < 500) ? (
        <EmptyState
          drawing="search"
          title={t('notRedeemable')}
          text={error instanceof RequestError ? refusalText(t, error) : t('validation.invalidCode')}
          action={
            <Button component={Link} to={addPackagesAddress} variant="default">
              {t('anotherCode')}
            </Button>
          }
        />
      ) : found.data ? (
        <Found code={code} found={found.data} onDone={setDone} />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PageFrame>
  );
}

function Found({ code, found, onDone }: { code: string; found: LookedUp; onDone(done: Redeemed): void }) {
  const t = useText();
  const { date } = useFormats();
  const { company } = useMe();
  const redeem = useAction(api.package.redeem, { onDone, keyed: true });
  return (
    <Stack>
      <PackageFacts of={found.package} />
      <Panel title={t('activateFor')}>
        <Stack align="flex-start">
          <Text>
            {t('code')} <Bdi>{shownCode(code)}</Bdi>
            {found.validTo && (
              <>
                {' · '}
                {t('validTo', { date: date(found.validTo, 'date') })}
              </>
            )}
          </Text>
          {company ? (
            <>
              <Text>
                {t('forCompany')} <bdi>{company.name}</bdi>
              </Text>
              <Button
                loading={redeem.pending}
                onClick={() =>
                  redeem.run({
                    params: { companyId: company.id, a: found.package.id, b: found.externalId },
                    body: { code, app: found.app, deviceIds: [] },
                  })
                }
              >
                {t('activate')}
              </Button>
            </>
          ) : (
            <>
              <Alert variant="light">{t('chooseCompany')}</Alert>
              <CustomerSwitch />
            </>
          )}
        </Stack>
      </Panel>
    </Stack>
  );
}

function Done({ done: { tokens, units } }: { done: Redeemed }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Panel title={t('activated')}>
      <Stack align="flex-start">
        <Group gap="xs">
          <IconCircleCheck size={iconSizes.lg} aria-hidden />
          <Text role="status">
            {tokens.length > 0
              ? t('tokensAdded', { count: tokens.length, shown: number(tokens.length) })
              : t('unitsAdded', { count: units, shown: number(units) })}
          </Text>
        </Group>
        <Group>
          <Button component={Link} to={addPackagesAddress} variant="default">
            {t('anotherCode')}
          </Button>
          <Button component={Link} to={codesAddress} variant="default">
            {t('redeemedCodes')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

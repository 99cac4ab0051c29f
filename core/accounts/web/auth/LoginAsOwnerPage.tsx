import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { tokens } from '#platform/web/client/connection.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { storeCustomer } from '#platform/web/session/session-store.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';

/** Opens a second session as the first administrator of a company, after explaining what that means. */
export function LoginAsOwnerPage() {
  const t = useText();
  const navigate = useNavigate();
  const id = Number(useParams().id);
  const company = useData(api.company.get, { params: { id } }, { silent: true });
  const enter = useAction(api.security.loginAsOwner, {
    onDone(pair) {
      storeCustomer(null);
      tokens.keep({ accessToken: pair.token, refreshToken: pair.refreshToken }, 'secondary');
      // Everything that was loaded belongs to another person.
      window.location.replace('/');
    },
  });
  return (
    <PageFrame parents={[{ label: t('pages.companies-list'), to: '/core/companies/list' }]}>
      {company.data ? (
        <Box maw={sizes.form}>
          <Panel>
            <Stack gap="md" maw={sizes.form}>
              <Text>
                {t('owner.text')} <bdi>{company.data.name}</bdi>
              </Text>
              <Alert variant="light">{t('owner.logged')}</Alert>
              <Group gap="xs">
                <Button
                  onClick={() => enter.run({ body: { companyId: id }, silent: 'success' })}
                  loading={enter.pending}
                >
                  {t('owner.submit')}
                </Button>
                <Button variant="default" onClick={() => void navigate(-1)}>
                  {t('owner.cancel')}
                </Button>
              </Group>
            </Stack>
          </Panel>
        </Box>
      ) : (
        <QueryBoundary of={company} height={sizes.drawing} />
      )}
    </PageFrame>
  );
}

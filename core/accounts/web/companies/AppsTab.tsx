import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { CompanyProfile } from '../../common/company.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { AppCards, GetApp, useCompanyApps } from './AppOffers.tsx';

/**
 * The apps of a company. Its own administrators start trials and request apps; administrators of the platform assign
 * and remove them.
 */
export function AppsTab({ company }: { company: CompanyProfile }) {
  const t = useText();
  const { user } = useMe().session;
  const assigns = user.adminType === 'Super Admin';
  const asks = usePermitted(api.companyApp.request.route.access) && user.companyId === company.id;
  const found = useCompanyApps(company.id);
  const [removed, setRemoved] = useState<string | null>(null);
  const close = () => setRemoved(null);
  const update = useAction(api.company.update, { onDone: close, onError: close, invalidates: [api.companyApp.list] });
  if (!found.data) return <QueryBoundary of={found} />;
  const shown = found.data.apps.filter(({ held }) => held || assigns || asks);
  if (shown.length === 0) return <EmptyState title={t('companies.noApps')} text={t('companies.noAppsText')} />;
  const toggle = (id: string, held: boolean) =>
    update.run({
      params: { id: company.id },
      body: { apps: held ? [...company.apps, id] : company.apps.filter((one) => one !== id) },
    });
  const brandOf = (id: string | null) => registeredApps().find((app) => app.id === id)?.brand;
  return (
    <Stack>
      {asks && (
        <Anchor component={Link} to="/core/getting-started">
          {t('companies.start')}
        </Anchor>
      )}
      <AppCards
        apps={shown}
        aside={({ id, held }) =>
          assigns ? (
            <Switch
              aria-label={brandOf(id)}
              checked={held}
              disabled={update.pending}
              onChange={(event) => (event.currentTarget.checked ? toggle(id, true) : setRemoved(id))}
            />
          ) : (
            held && (
              <Text size="sm" c="dimmed">
                {t('companies.held')}
              </Text>
            )
          )
        }
      >
        {(app) => asks && <GetApp companyId={company.id} app={app} />}
      </AppCards>
      <ConfirmDialog
        opened={removed !== null}
        title={t('companies.takeApp')}
        message={t('companies.takeAppText')}
        entityName={brandOf(removed)}
        confirmLabel={t('companies.takeAppConfirm')}
        pending={update.pending}
        onConfirm={() => removed && toggle(removed, false)}
        onCancel={close}
      />
    </Stack>
  );
}

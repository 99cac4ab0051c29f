import { Group, SimpleGrid, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { iconNamed } from '#platform/web/shell/navigation/icons.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import type { CompanyProfile } from '../../common/company.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';

/** The apps that a company holds; who runs the platform gives and takes them. */
export function AppsTab({ company }: { company: CompanyProfile }) {
  const t = useText();
  const assigns = useMe().session.user.adminType === 'Super Admin';
  const [taken, setTaken] = useState<{ id: string; brand: string } | null>(null);
  const close = () => setTaken(null);
  const update = useAction(api.company.update, { onDone: close, onError: close });
  const solutions = registeredApps().filter((app) => app.kind === 'solution');
  const shown = assigns ? solutions : solutions.filter((app) => company.apps.includes(app.id));
  if (shown.length === 0) return <EmptyState title={t('companies.noApps')} text={t('companies.noAppsText')} />;
  const toggle = (id: string, held: boolean) =>
    update.run({
      params: { id: company.id },
      body: { apps: held ? [...company.apps, id] : company.apps.filter((one) => one !== id) },
    });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {shown.map((app) => {
          const Icon = iconNamed(app.icon);
          return (
            <Panel key={app.id}>
              <Group wrap="nowrap">
                <Icon size={iconSizes.lg} aria-hidden />
                <Text fw={600} flex={1}>
                  <bdi>{app.brand}</bdi>
                </Text>
                {assigns ? (
                  <Switch
                    aria-label={app.brand}
                    checked={company.apps.includes(app.id)}
                    disabled={update.pending}
                    onChange={(event) => (event.currentTarget.checked ? toggle(app.id, true) : setTaken(app))}
                  />
                ) : (
                  <Text size="sm" c="dimmed">
                    {t('companies.held')}
                  </Text>
                )}
              </Group>
            </Panel>
          );
        })}
      </SimpleGrid>
      {taken && (
        <ConfirmDialog
          opened
          title={t('companies.takeApp')}
          message={t('companies.takeAppText')}
          entityName={taken.brand}
          confirmLabel={t('companies.takeAppConfirm')}
          pending={update.pending}
          onConfirm={() => toggle(taken.id, false)}
          onCancel={close}
        />
      )}
    </>
  );
}

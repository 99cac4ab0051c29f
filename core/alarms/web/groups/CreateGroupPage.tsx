import { Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { GroupDetails } from '#core/permissions/web/parts.tsx';
import { ForCompany } from '#core/places/web/parts.tsx';
import { fillPath } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../texts.ts';
import { addressesOf, groupKinds, useGroupSource } from './source.ts';

/** A new group: which kind, its name and what it is for. What is in it is chosen on its own page. */
export function CreateGroupPage() {
  const source = useGroupSource();
  const t = useText();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const may = {
    permission: usePermitted(source.permission.create.route.access),
    notification: usePermitted(source.notification.create.route.access),
  };
  const kinds = groupKinds.filter((kind) => may[kind]);
  const kind = kinds.find((one) => one === params.get('kind')) ?? kinds[0] ?? 'permission';
  const addresses = addressesOf(source);
  const opened = ({ id }: { id: number }) => void navigate(fillPath(addresses.edit(kind), { id }));
  const permission = useAction(source.permission.create, { onDone: opened });
  const notification = useAction(source.notification.create, { onDone: opened });
  return (
    <ForCompany>
      {() => (
        <PageFrame title={t('groups.create')} parents={[{ label: t('groups.title'), to: addresses.list(kind) }]}>
          <Box maw={sizes.form}>
            <Panel>
              <Stack gap="md">
                <SegmentedControl
                  aria-label={t('groups.kind')}
                  value={kind}
                  data={kinds.map((value) => ({ value, label: t(`groups.one.${value}`) }))}
                  onChange={(value) => setParams({ kind: value }, { replace: true })}
                />
                <Text size="sm" c="dimmed">
                  {t(`groups.means.${kind}`)}
                </Text>
                <GroupDetails
                  cancelTo={addresses.list(kind)}
                  // Who may do something somewhere is chosen with care; who is told hears of everything unless it is narrowed.
                  save={(body) =>
                    kind === 'permission'
                      ? permission.ask({ body })
                      : notification.ask({ body: { ...body, resources: ['*'] } })
                  }
                />
              </Stack>
            </Panel>
          </Box>
        </PageFrame>
      )}
    </ForCompany>
  );
}

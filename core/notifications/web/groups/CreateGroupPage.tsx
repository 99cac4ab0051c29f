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

/** Creates a group with its kind, name and description. Its content is edited on its own page. */
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
  const kind = kinds.find((kind) => kind === params.get('kind')) ?? kinds[0] ?? 'permission';
  const addresses = addressesOf(source);
  const openGroup = ({ id }: { id: number }) => void navigate(fillPath(addresses.edit(kind), { id }));
  const permission = useAction(source.permission.create, { onDone: openGroup });
  const notification = useAction(source.notification.create, { onDone: openGroup });
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
                  // A permission group starts without structures; a notification group starts with all of them.
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

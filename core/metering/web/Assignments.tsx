import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSolutionName } from '#core/device-app/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { Tariff, TariffAssignment } from '../common/tariff.ts';
import classes from './Metering.module.css';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

/** Where a tariff applies. */
export function Assignments({ tariff }: { tariff: Tariff }) {
  const t = useText();
  const { number } = useFormats();
  const { app, calls } = useMetering();
  const solutionName = useSolutionName(app);
  const unassign = useAction(calls.tariff.unassign, { invalidates: [calls.bill.ofMonth] });
  const nameOf = ({ level, refId, name }: TariffAssignment) =>
    level === 'solution' ? solutionName(refId) : (name ?? '–');
  return (
    <Panel title={t('assign.applies')}>
      {tariff.assignments.length === 0 && <Text c="dimmed">{t('assign.none')}</Text>}
      <div className={classes.rows}>
        {tariff.assignments.map((assignment) => (
          <Group key={assignment.id} gap="xs" wrap="nowrap">
            <Text flex={1}>
              {t(`values.level.${assignment.level}`)} · <bdi>{nameOf(assignment)}</bdi>
              {assignment.dwellings > 1 &&
                ` · ${t('assign.forDwellings', { count: assignment.dwellings, shown: number(assignment.dwellings) })}`}
            </Text>
            <Can access={calls.tariff.unassign.route.access}>
              <Tooltip label={t('assign.remove', { name: nameOf(assignment) })}>
                <ActionIcon
                  aria-label={t('assign.remove', { name: nameOf(assignment) })}
                  onClick={() => unassign.run({ params: { id: tariff.id, assignmentId: assignment.id } })}
                >
                  <IconX size={iconSizes.md} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </Can>
          </Group>
        ))}
      </div>
    </Panel>
  );
}

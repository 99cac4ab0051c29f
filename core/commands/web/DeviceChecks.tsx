import { Button, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useOtherCustomer } from '#core/devices/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { checkRoutes, DeviceCheck } from '../common/device-check.ts';
import classes from './Commands.module.css';
import { useText } from './texts.ts';

type Props = { calls: Client<{ check: ReturnType<typeof checkRoutes> }>['check']; device: DeviceDetail; app: string };

/**
 * The checks of a device: when they were done, by whom, and until when they are due; people with the permission can
 * record one.
 */
export function DeviceChecks({ calls, device, app }: Props) {
  const t = useText();
  const query = useData(calls.read, { params: { id: device.id } }, { silent: true });
  const done = useAction(calls.done);
  const textOf = useCheckTexts(app);
  const otherCustomer = useOtherCustomer(device);
  return (
    <Panel title={t('checks.title')}>
      {query.data ? (
        <Stack>
          {query.data.map((check) => (
            <div key={check.kind} className={classes.check}>
              <Check check={check} name={textOf('checks', check.kind)} />
              {!otherCustomer && (
                <Can access={calls.done.route.access} on={{ resource: device.structure?.id ?? null }}>
                  <Button
                    variant="default"
                    loading={done.pending}
                    leftSection={<IconCheck size={iconSizes.sm} aria-hidden />}
                    onClick={() => done.run({ params: { id: device.id }, body: { kind: check.kind } })}
                  >
                    {textOf('checkDone', check.kind)}
                  </Button>
                </Can>
              )}
            </div>
          ))}
        </Stack>
      ) : (
        <QueryBoundary of={query} height={80} />
      )}
    </Panel>
  );
}

function Check({ check: { done, dueOn, overdue }, name }: { check: DeviceCheck; name: string }) {
  const t = useText();
  const { date } = useFormats();
  // Days are calendar days: noon has the same day in every zone of a company.
  const day = (on: string) => date(`${on}T12:00:00Z`, 'date');
  const line = ({ on, by }: DeviceCheck['done'][number]) =>
    by ? t('checks.by', { day: day(on), person: by.name }) : day(on);
  const [last, ...earlier] = done;
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Text size="sm">{last ? line(last) : t('checks.never')}</Text>
      <ToneChip tone={overdue ? 'poor' : 'none'}>
        {t(overdue ? 'checks.overdue' : 'checks.due', { day: day(dueOn) })}
      </ToneChip>
      {earlier.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('checks.earlier')}: {earlier.map(line).join(' · ')}
        </Text>
      )}
    </div>
  );
}

/** Texts of checks, of the app first, then of this slice. */
function useCheckTexts(app: string) {
  const [own, shared] = [useLabels(app), useLabels('commands')];
  return (section: 'checks' | 'checkDone', kind: string) => {
    const key = `${section}.${kind}`;
    return own.has(key) ? own.label(key) : shared.label(key);
  };
}

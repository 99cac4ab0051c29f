import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { errorMessage, notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Replay, ruleFields } from '../../common/rule.ts';
import classes from '../Rules.module.css';
import { deviceListCall } from '../sensors.ts';
import type { RuleSource } from '../source.ts';
import { useText } from '../texts.ts';
import type { RuleFormState } from './RuleForm.tsx';

const previewDays = 7;
const dayMs = 86_400_000;
const mostListed = 10;

type Preview = Replay & { from: number; to: number };
type Props = { source: RuleSource; form: RuleFormState; device: DeviceDetail | undefined };

/** Tests the rule on the last week of a device, before it is saved. */
export function RulePreview({ source: { app, calls }, form, device }: Props) {
  const t = useText();
  const may = usePermitted(calls.test.route.access);
  const [chosen, setChosen] = useState<number | null>(null);
  const [result, setResult] = useState<Preview | { refused: string } | null>(null);
  const [pending, setPending] = useState(false);
  const deviceId = device?.id ?? chosen;
  const { levels, clear, schedule, scheduleId, solutionId, structureId } = form.values;
  // Only devices to which the rule applies; others have no readings of its sensors.
  const scope = {
    ...(solutionId ? { solutionId: String(solutionId) } : {}),
    ...(structureId ? { structureId: String(structureId) } : {}),
  };
  async function test(): Promise<void> {
    if (deviceId === null) return;
    if (!ruleFields.pick({ levels: true, clear: true }).safeParse({ levels, clear }).success)
      return setResult({ refused: t('rules.incomplete') });
    const to = Date.now();
    const from = to - previewDays * dayMs;
    const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const hours = scheduleId ? { scheduleId: Number(scheduleId) } : { schedule };
    setPending(true);
    try {
      setResult({
        ...(await calls.test.send({ body: { levels, clear, ...hours, deviceId, ...period }, silent: true })),
        from,
        to,
      });
    } catch (error) {
      if (error instanceof RequestError && error.status === 418) setResult({ refused: t('rules.incomplete') });
      else if (error instanceof RequestError && error.word) setResult({ refused: errorMessage(error) });
      else notifyUnknownError(error);
    } finally {
      setPending(false);
    }
  }
  if (!may) return null;
  return (
    <Panel title={t('rules.parts.preview')}>
      <Stack gap="sm">
        <Group align="end" gap="sm">
          {!device && (
            <SearchSelect
              label={t('rules.previewDevice')}
              of={deviceListCall(app)}
              filter={scope}
              value={chosen}
              onChange={setChosen}
            />
          )}
          <Button
            variant="default"
            loading={pending}
            disabled={deviceId === null}
            leftSection={<IconPlayerPlay size={iconSizes.sm} aria-hidden />}
            onClick={() => void test()}
          >
            {t('rules.test')}
          </Button>
        </Group>
        <div aria-live="polite">
          {result && 'refused' in result ? (
            <Text c="dimmed">{result.refused}</Text>
          ) : (
            result && <PreviewResult result={result} />
          )}
        </div>
      </Stack>
    </Panel>
  );
}

function PreviewResult({ result: { alarms, count, coverage, from, to } }: { result: Preview }) {
  const t = useText();
  const { date, number } = useFormats();
  const share = (at: string | number) => ((new Date(at).getTime() - from) / (to - from)) * 100;
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('rules.wouldHaveRaised', { count, shown: number(count) })}</Text>
      <div className={classes.strip} aria-hidden>
        {alarms.map((alarm) => (
          <span
            key={alarm.from}
            data-tone={alarm.severity}
            style={{ insetInlineStart: `${share(alarm.from)}%`, inlineSize: `${share(alarm.to) - share(alarm.from)}%` }}
          />
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {t('rules.coverage', { percent: number(Math.round(coverage * 100)) })}
      </Text>
      {alarms.length > 0 && (
        <ul className={classes.alarms}>
          {alarms.slice(0, mostListed).map((alarm) => (
            <li key={alarm.from}>
              <SeverityChip value={alarm.severity} />
              <bdi>{t('rules.period', { from: date(alarm.from), to: date(alarm.to) })}</bdi>
            </li>
          ))}
        </ul>
      )}
      {count > mostListed && <Text size="sm">{t('rules.more', { shown: number(count - mostListed) })}</Text>}
    </Stack>
  );
}

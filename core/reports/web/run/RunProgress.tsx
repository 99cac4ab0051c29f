import { Progress, Stack, Text } from '@mantine/core';
import { formatDate } from '#platform/web/i18n/formats.ts';
import type { ReportRun } from '../../common/run.ts';
import { useText } from '../texts.ts';

/** How much of the work is done when a run begins to wait, and when its data are read. In percent. */
const [waiting, read] = [8, 40];

/** How far a run that is under way has come, and what it waits for. */
export function RunProgress({ run }: { run: ReportRun }) {
  const t = useText();
  const { state, files } = run;
  const done = files.filter(({ bytes }) => bytes !== null).length;
  const share = files.length === 0 ? 0 : done / files.length;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {state === 'rendering' ? t('run.progress.files', { count: files.length, done }) : <Waiting run={run} />}
      </Text>
      <Progress
        animated
        value={state === 'rendering' ? read + share * (100 - read) : waiting}
        aria-label={t('run.progress.label')}
      />
    </Stack>
  );
}

function Waiting({ run: { ahead, attempts, waitsUntil, zone } }: { run: ReportRun }) {
  const t = useText();
  if (waitsUntil !== null) {
    const time = formatDate(waitsUntil, 'time', zone);
    return <>{attempts > 0 ? t('run.progress.again', { time }) : t('run.progress.late', { time })}</>;
  }
  return <>{ahead ? t('run.progress.ahead', { count: ahead }) : t('run.progress.next')}</>;
}

import { Stack } from '@mantine/core';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { StateStrip } from '#platform/web/ui/values/StateStrip.tsx';
import type { ColdReply } from '../../common/cold/cold-routes.ts';
import { useText } from '../texts.ts';

/** When the door was open and the room was defrosting, under the chart of its temperature. */
export function ColdStates({ cold, period }: { cold: ColdReply; period: { from: string; to: string } }) {
  const t = useText();
  const { number } = useFormats();
  const span = { from: Date.parse(period.from), to: Date.parse(period.to) };
  const times = ({ length }: readonly unknown[]) => t('cold.times', { count: length, times: number(length) });
  return (
    <Panel title={t('cold.states')}>
      <Stack gap="sm">
        <StateStrip name={t('cold.door')} count={times(cold.door)} spans={cold.door} period={span} />
        <StateStrip name={t('cold.defrost')} count={times(cold.defrost)} spans={cold.defrost} period={span} />
      </Stack>
    </Panel>
  );
}

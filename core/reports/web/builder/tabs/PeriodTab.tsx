import { Box, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { StructuresPick } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { LocalPeriodInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { formatPeriod } from '../../../common/format-cell.ts';
import { maxReportDays, periodAt, type ReportPeriod, reportPresets } from '../../../common/report-period.ts';
import { useText } from '../../texts.ts';
import { isReadable } from '../preview/use-previews.ts';
import type { FaultOf } from '../save/faults.ts';
import type { BuilderState } from '../use-builder.ts';

export type TabProps = { companyId: number; builder: BuilderState; faultOf: FaultOf };

const custom = 'custom';
const presetOf = (name: string) => reportPresets.find((preset) => preset === name);
const inInput = (instant: string): string => (instant === '' ? '' : localTime(Date.parse(instant)));

/** Of which time and which sites the report is. */
export function PeriodTab({ companyId, builder, faultOf }: TabProps) {
  const t = useText();
  const { structureIds } = builder.draft;
  return (
    <Stack gap="lg">
      <Period builder={builder} faultOf={faultOf} />
      <Input.Wrapper
        label={t('builder.period.sitesLabel')}
        labelElement="div"
        description={t('builder.period.sitesHint')}
        error={faultOf.within('structureIds')}
      >
        <Box mt="sm">
          <StructuresPick
            companyId={companyId}
            label={t('builder.period.sitesLabel')}
            chosen={structureIds}
            onToggle={(id, on) =>
              builder.set({ structureIds: on ? [...structureIds, id] : structureIds.filter((one) => one !== id) })
            }
          />
        </Box>
      </Input.Wrapper>
    </Stack>
  );
}

function Period({ builder, faultOf }: Omit<TabProps, 'companyId'>) {
  const t = useText();
  const kit = useKitText();
  const { zone } = useFormats();
  const { period } = builder.draft;
  const set = (next: ReportPeriod) => builder.set({ period: next });
  const choose = (name: string) => {
    const preset = presetOf(name);
    // A period of one's own begins with the one that was chosen before.
    set(preset ? { preset } : periodAt(period, new Date(), zone));
  };
  const fault = faultOf.at('period');
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t('builder.period.label')} labelElement="div" description={t('builder.period.hint')}>
        <Chip.Group value={'preset' in period ? period.preset : custom} onChange={choose}>
          <Group gap="xs" role="radiogroup" aria-label={t('builder.period.label')} mt="xs">
            {reportPresets.map((preset) => (
              <Chip key={preset} value={preset} size="sm">
                {kit(`period.${preset}`)}
              </Chip>
            ))}
            <Chip value={custom} size="sm">
              {t('builder.period.custom')}
            </Chip>
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      {'preset' in period ? (
        fault && <Input.Error>{fault}</Input.Error>
      ) : (
        <LocalPeriodInput
          value={{ from: inInput(period.from), to: inInput(period.to) }}
          labels={{ from: t('builder.period.from'), to: t('builder.period.to') }}
          errors={{ from: faultOf.at('period.from'), to: faultOf.at('period.to') ?? fault }}
          required={['from', 'to']}
          onChange={({ from, to }) =>
            set({
              from: from === undefined ? period.from : (localInstant(from) ?? ''),
              to: to === undefined ? period.to : (localInstant(to) ?? ''),
            })
          }
        />
      )}
      <Text size="sm" c="dimmed">
        {isReadable(builder.draft) && (
          <>
            {t('builder.period.now')}{' '}
            <bdi dir="ltr">{formatPeriod({ ...periodAt(period, new Date(), zone), zone })}</bdi>
            <br />
          </>
        )}
        {t('builder.period.most', { most: maxReportDays })}
      </Text>
    </Stack>
  );
}

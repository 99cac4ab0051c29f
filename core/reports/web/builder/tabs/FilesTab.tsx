import {
  Checkbox,
  Group,
  Input,
  NumberInput,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { type ReportFields, reportFormats, reportLanguages } from '../../../common/report.ts';
import { useText } from '../../texts.ts';
import type { TabProps } from './PeriodTab.tsx';

const papers = ['A4', 'A3', 'Letter'] as const satisfies readonly ReportFields['layout']['paper'][];

/** Which files a run makes, and what becomes of them. */
export function FilesTab({ builder, faultOf }: Omit<TabProps, 'companyId'>) {
  const t = useText();
  const { formats, language } = builder.draft;
  return (
    <Stack gap="md">
      <Checkbox.Group
        label={t('builder.files.formats')}
        value={formats}
        error={faultOf.within('formats')}
        onChange={(chosen) => builder.set({ formats: reportFormats.filter((format) => chosen.includes(format)) })}
        withAsterisk
      >
        <Group gap="lg" mt="xs">
          {reportFormats.map((format) => (
            <Checkbox key={format} value={format} label={t(`builder.files.format.${format}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        label={t('builder.files.language')}
        data={reportLanguages.map((value) => ({ value, label: t(`builder.languages.${value}`) }))}
        value={language}
        allowDeselect={false}
        error={faultOf.at('language')}
        onChange={(value) => builder.set({ language: reportLanguages.find((one) => one === value) ?? language })}
      />
      <Paper builder={builder} faultOf={faultOf} />
      <Sending builder={builder} faultOf={faultOf} />
    </Stack>
  );
}

function Paper({ builder, faultOf }: Omit<TabProps, 'companyId'>) {
  const t = useText();
  const { layout } = builder.draft;
  const change = (changes: Partial<ReportFields['layout']>) => builder.set({ layout: { ...layout, ...changes } });
  return (
    <>
      <Group gap="md" align="end">
        <Select
          label={t('builder.files.paper')}
          data={[...papers]}
          value={layout.paper}
          allowDeselect={false}
          w="8rem"
          onChange={(value) => change({ paper: papers.find((paper) => paper === value) ?? layout.paper })}
        />
        <SegmentedControl
          aria-label={t('builder.files.orientation')}
          value={layout.landscape ? 'landscape' : 'portrait'}
          data={(['portrait', 'landscape'] as const).map((value) => ({ value, label: t(`builder.files.${value}`) }))}
          onChange={(value) => change({ landscape: value === 'landscape' })}
        />
      </Group>
      <TextInput
        label={t('builder.files.footerEn')}
        value={layout.footerEn}
        error={faultOf.at('layout.footerEn')}
        lang="en"
        dir="ltr"
        onChange={(event) => change({ footerEn: event.currentTarget.value })}
      />
      <TextInput
        label={t('builder.files.footerAr')}
        value={layout.footerAr}
        error={faultOf.at('layout.footerAr')}
        lang="ar"
        dir="rtl"
        onChange={(event) => change({ footerAr: event.currentTarget.value })}
      />
    </>
  );
}

function Sending({ builder, faultOf }: Omit<TabProps, 'companyId'>) {
  const t = useText();
  const { onError, skipIfEmpty, keepDays } = builder.draft;
  return (
    <>
      <Radio.Group
        label={t('builder.files.onError')}
        value={onError}
        onChange={(value) => builder.set({ onError: value === 'send' ? 'send' : 'hold' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="hold" label={t('builder.files.hold')} />
          <Radio value="send" label={t('builder.files.send')} />
        </Stack>
      </Radio.Group>
      <Switch
        label={t('builder.files.skipIfEmpty')}
        checked={skipIfEmpty}
        onChange={(event) => builder.set({ skipIfEmpty: event.currentTarget.checked })}
      />
      <Input.Wrapper>
        <NumberInput
          label={t('builder.files.keepDays')}
          description={t('builder.files.keepDaysHint')}
          value={keepDays}
          min={7}
          max={730}
          error={faultOf.at('keepDays')}
          onChange={(days) => builder.set({ keepDays: Number(days) })}
        />
      </Input.Wrapper>
    </>
  );
}

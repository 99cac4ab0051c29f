import { Button, Checkbox, Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { LocalPeriodInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import type { Report, ReportFormat } from '../../common/report.ts';
import type { ReportPeriod } from '../../common/report-period.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { usePeriodText } from './report-columns.tsx';

type Props = {
  companyId: number;
  reportId: number;
  onClose(): void;
  /** Called with the run that was begun. */
  onStarted(runId: number): void;
};

const presets = [
  'today',
  'yesterday',
  'last-7-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const;
const formats = ['pdf', 'xlsx', 'csv'] as const;
const languages = ['en', 'ar', 'both'] as const;
/** The choices of the period besides the presets. */
const [asDefined, custom] = ['as-defined', 'custom'];

/** Runs a report now: as it is defined, or for another period, in another language, or with other files. */
export function RunDialog({ companyId, reportId, onClose, onStarted }: Props) {
  const t = useText();
  const kit = useKitText();
  const found = useData(api.definition.get, { params: { companyId, id: reportId } }, { silent: true });
  return (
    <Modal
      opened
      onClose={onClose}
      title={found.data && t('list.run.title', { name: found.data.name })}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      {found.data ? (
        <RunForm report={found.data} onClose={onClose} onStarted={onStarted} />
      ) : found.isError ? (
        <FailedState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton h={sizes.chart} aria-busy />
      )}
    </Modal>
  );
}

type Choice = {
  period: string;
  from: string;
  to: string;
  language: (typeof languages)[number];
  formats: ReportFormat[];
};

/** The period of the choice; undefined for that of the report, null if its dates are incomplete. */
function periodOf({ period, from, to }: Choice): ReportPeriod | undefined | null {
  if (period === asDefined) return undefined;
  const preset = presets.find((one) => one === period);
  if (preset) return { preset };
  const [start, end] = [localInstant(from), localInstant(to)];
  return start !== undefined && end !== undefined ? { from: start, to: end } : null;
}

function useChoice({ language, formats: usual, period }: Report) {
  const { language: ofReader } = useFormats();
  const [choice, setChoice] = useState<Choice>(() => ({
    period: asDefined as string,
    from: 'from' in period ? localTime(Date.parse(period.from)) : '',
    to: 'to' in period ? localTime(Date.parse(period.to)) : '',
    language: language === 'recipient' ? ofReader : language,
    formats: usual,
  }));
  return { choice, set: (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part })) };
}

/** What the server says about the period, as the key of a text. */
const periodFault = (error: Error | null): string | undefined =>
  error instanceof RequestError
    ? error.errors.find(({ param, msg }) => param.startsWith('period') || msg === 'periodTooLong')?.msg
    : undefined;

function RunForm({ report, onClose, onStarted }: Pick<Props, 'onClose' | 'onStarted'> & { report: Report }) {
  const t = useText();
  const kit = useKitText();
  const nameOf = usePeriodText();
  const { choice, set } = useChoice(report);
  const submit = useRef<HTMLButtonElement>(null);
  // The dialog may have opened before the report was there: Enter runs it as it is defined.
  useEffect(() => submit.current?.focus(), []);
  const generate = useAction(api.run.generate, {
    invalidates: [api.definition.list],
    keyed: true,
    notice: ({ isNew }) => t(isNew ? 'list.run.started' : 'list.run.shared'),
    onDone: ({ id }) => onStarted(id),
  });
  const period = periodOf(choice);
  const isBackwards = period && 'from' in period && Date.parse(period.from) >= Date.parse(period.to);
  const fault = periodFault(generate.error);
  const run = () =>
    generate.run({
      params: { companyId: report.companyId, id: report.id },
      body: { ...(period ? { period } : {}), language: choice.language, formats: choice.formats },
    });
  const faultText = fault && kit(fault === 'periodTooLong' ? 'validation.periodTooLong' : 'validation.invalid');
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (period !== null && !isBackwards && choice.formats.length > 0) run();
      }}
    >
      <Select
        label={t('list.run.period')}
        allowDeselect={false}
        data={[
          { value: asDefined as string, label: t('list.run.asDefined', { period: nameOf(report.period) }) },
          ...presets.map((value) => ({ value, label: kit(`period.${value}`) })),
          { value: custom as string, label: t('list.run.custom') },
        ]}
        value={choice.period}
        error={choice.period === custom ? undefined : faultText}
        onChange={(value) => value && set({ period: value })}
      />
      {choice.period === custom && (
        <LocalPeriodInput
          value={choice}
          onChange={set}
          labels={{ from: t('list.run.from'), to: t('list.run.to') }}
          required={['from', 'to']}
          errors={{ to: isBackwards ? kit('validation.toAfterFrom') : faultText }}
        />
      )}
      <Select
        label={t('list.run.language')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: t(`values.language.${value}`) }))}
        value={choice.language}
        onChange={(value) => {
          const language = languages.find((one) => one === value);
          if (language) set({ language });
        }}
      />
      <Checkbox.Group
        label={t('list.run.formats')}
        value={choice.formats}
        error={choice.formats.length === 0 ? t('list.run.noFormat') : undefined}
        onChange={(chosen) => set({ formats: formats.filter((one) => chosen.includes(one)) })}
      >
        <Group mt="xs">
          {formats.map((value) => (
            <Checkbox key={value} value={value} label={t(`values.format.${value}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {kit('actions.cancel')}
        </Button>
        <Button ref={submit} type="submit" loading={generate.pending} data-autofocus>
          {t('list.run.submit')}
        </Button>
      </Group>
    </Stack>
  );
}

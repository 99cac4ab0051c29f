import { Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { solutionIcon, useSensorTexts } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { useSolutionName } from '../solution-name.ts';
import { useDeviceApp } from '../use-device-app.ts';
import { useAppModels } from '../use-models.ts';

type Props = {
  name: string;
  label: string;
  error?: ReactNode;
  withAsterisk?: boolean;
  value: number | null;
  onChange(id: number | null): void;
};

/** Selects a hardware model of the app, by solution. Each shows its icon and its quantities. */
export function ModelSelect({ value, onChange, ...input }: Props) {
  const { app } = useDeviceApp();
  const { language } = useFormats();
  const models = useAppModels();
  const solutionName = useSolutionName(app);
  const { name: sensorName } = useSensorTexts(app.id);
  const bySolution = Map.groupBy(models, ({ solutionId }) => solutionId);
  return (
    <Select
      name={input.name}
      label={input.label}
      error={input.error}
      {...(input.withAsterisk ? required : {})}
      searchable
      data={[...bySolution].map(([solution, some]) => ({
        group: solutionName(solution),
        items: some.map(({ id, name }) => ({ value: String(id), label: name[language] })),
      }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      renderOption={({ option }) => {
        const model = models.find(({ id }) => String(id) === option.value);
        const Icon = solutionIcon(app, model?.solutionId ?? 0);
        return (
          <Group wrap="nowrap" gap="sm">
            <Icon size={iconSizes.lg} aria-hidden />
            <div>
              <bdi>{option.label}</bdi>
              <Text size="xs" c="dimmed">
                {model?.sensors.map((sensor) => sensorName(sensor.name)).join(' · ')}
              </Text>
            </div>
          </Group>
        );
      }}
    />
  );
}

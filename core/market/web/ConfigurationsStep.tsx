import { ActionIcon, Button, Checkbox, Group, NumberInput, Paper, Radio, Stack, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';
import { Priced, Quantity } from './Quantity.tsx';
import {
  type Configuration,
  newConfiguration,
  type ProductOption,
  type WizardDraft,
  withOption,
} from './wizard-order.ts';

type Props = { options: readonly ProductOption[]; draft: WizardDraft; change(changes: Partial<WizardDraft>): void };

/** The configurations of a device, each with its number of pieces. */
export function ConfigurationsStep({ options, draft, change }: Props) {
  const t = useText();
  const { configurations } = draft;
  return (
    <Stack>
      {configurations.map((configuration, at) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: a configuration has no id but its position
          key={at}
          component="section"
          withBorder
          radius="lg"
          p="md"
          aria-label={t('configuration', { n: at + 1 })}
        >
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h3">
              {t('configuration', { n: at + 1 })}
            </Title>
            {configurations.length > 1 && (
              <ActionIcon
                aria-label={t('removeConfiguration', { n: at + 1 })}
                onClick={() => change({ configurations: configurations.toSpliced(at, 1) })}
              >
                <IconTrash size={iconSizes.md} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          <ConfigurationFields
            configuration={configuration}
            options={options}
            onChange={(next) => change({ configurations: configurations.with(at, next) })}
          />
        </Paper>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
          onClick={() => change({ configurations: [...configurations, newConfiguration(options)] })}
        >
          {t('addConfiguration')}
        </Button>
      </div>
    </Stack>
  );
}

type FieldsProps = {
  configuration: Configuration;
  options: readonly ProductOption[];
  onChange(configuration: Configuration): void;
};

function ConfigurationFields({ configuration, options, onChange }: FieldsProps) {
  const t = useText();
  const groups = [...new Set(options.flatMap(({ groupId }) => groupId ?? []))];
  const set = (option: ProductOption, pieces: number) => onChange(withOption(configuration, options, option, pieces));
  return (
    <Stack gap="sm">
      <Quantity
        label={t('quantity')}
        value={configuration.qty}
        onChange={(qty) => onChange({ ...configuration, qty })}
      />
      {groups.map((group) => {
        const members = options.filter(({ groupId }) => groupId === group);
        return (
          <Radio.Group
            key={group}
            label={t('chooseOne')}
            value={String(members.find(({ id }) => configuration.options[id])?.id ?? '')}
            onChange={(value) => {
              const option = members.find(({ id }) => String(id) === value);
              if (option) set(option, 1);
            }}
          >
            <Stack gap="xs" mt="xs">
              {members.map((option) => (
                <Radio key={option.id} value={String(option.id)} label={<Priced {...option} />} />
              ))}
            </Stack>
          </Radio.Group>
        );
      })}
      {options
        .filter(({ groupId }) => groupId === null)
        .map((option) => (
          <OptionField key={option.id} option={option} configuration={configuration} onSet={set} />
        ))}
    </Stack>
  );
}

type OptionProps = {
  option: ProductOption;
  configuration: Configuration;
  onSet(option: ProductOption, pieces: number): void;
};

/** An option that is taken or not, or in a quantity. */
function OptionField({ option, configuration, onSet }: OptionProps) {
  const pieces = configuration.options[option.id] ?? 0;
  const disabled = option.dependencyId !== null && !configuration.options[option.dependencyId];
  if (option.max <= 1)
    return (
      <Checkbox
        label={<Priced {...option} />}
        checked={pieces > 0}
        disabled={disabled}
        onChange={(event) => onSet(option, event.currentTarget.checked ? 1 : 0)}
      />
    );
  return (
    <NumberInput
      label={<Priced {...option} />}
      value={pieces}
      min={option.min}
      max={option.max}
      disabled={disabled}
      allowDecimal={false}
      onChange={(next) => onSet(option, Number(next) || 0)}
      dir="ltr"
      w="14rem"
    />
  );
}

import {
  Button,
  Chip,
  Group,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { ScanButton } from '#core/devices/web/parts.tsx';
import { required } from '#platform/web/ui/form/required.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { PhotoInput } from '#platform/web/ui/proof/PhotoInput.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { hitSpecies } from '../../common/hit-words.ts';
import type { VisitedTrap } from '../../common/visits/visit.ts';
import { findings, lineActions } from '../../common/visits/visit-line.ts';
import { useText } from '../texts.ts';
import { findingTones } from './state-tones.ts';
import { isUnchecked, type Line, useLine } from './use-line.ts';
import classes from './Visit.module.css';
import { trapLabel } from './visit-lines.ts';

type Props = { visit: { id: number; number: string }; trap: VisitedTrap; onSaved(): void; onClose(): void };

/** What was found at a trap, in as few taps as possible. Without a network it is kept and sent later, with its photos. */
export function LineForm({ visit, trap, onSaved, onClose }: Props) {
  const t = useText();
  const line = useLine(visit, trap, onSaved);
  const { fields, set, faultOf } = line;
  const unchecked = isUnchecked(fields);
  return (
    <SidePanel title={t('trapOf', { trap: trapLabel(trap) })} onClose={onClose} keepOpen sheet>
      <Stack gap="md">
        <AboutTrap trap={trap} />
        <Findings line={line} />
        {fields.finding === 'catch' && <CatchFields line={line} />}
        {!unchecked && <Actions line={line} />}
        <Textarea
          {...(unchecked ? required : {})}
          label={t(unchecked ? 'fields.reason' : 'fields.remark')}
          value={fields.reason}
          error={faultOf('reason')}
          maxLength={300}
          autosize
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <PhotoInput label={t('fields.photos')} most={3} value={fields.photos} onChange={(photos) => set({ photos })} />
        <Button size="md" loading={line.busy} onClick={() => void line.save()}>
          {t('saveAndNext')}
        </Button>
      </Stack>
    </SidePanel>
  );
}

function AboutTrap({ trap }: { trap: VisitedTrap }) {
  const t = useText();
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {[trap.name, trap.floor, trap.space, t(`values.zone.${trap.zone}`), trap.lure].filter(Boolean).join(' · ')}
      </Text>
      {trap.lastChecked && (
        <Group gap="xs">
          <Text size="sm">
            {t('lastChecked')} <Ago at={trap.lastChecked.at} />
          </Text>
          <StatusChip value={trap.lastChecked.finding} field="finding" tones={findingTones} />
        </Group>
      )}
    </Stack>
  );
}

function Findings({ line: { fields, set } }: { line: Line }) {
  const t = useText();
  return (
    <Radio.Group
      label={t('fields.finding')}
      value={fields.finding}
      onChange={(value) => set({ finding: findings.find((one) => one === value) ?? 'ok' })}
    >
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt={4}>
        {findings.map((one) => (
          <Radio.Card key={one} value={one} className={classes.finding}>
            <Radio.Indicator aria-hidden />
            <span>{t(`values.finding.${one}`)}</span>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

function CatchFields({ line: { fields, set } }: { line: Line }) {
  const t = useText();
  return (
    <Group grow align="start">
      <NumberInput
        label={t('fields.count')}
        min={1}
        max={30}
        value={fields.count ?? 1}
        onChange={(value) => set({ count: Number(value) || null })}
      />
      <Select
        label={t('fields.species')}
        data={hitSpecies.map((value) => ({ value, label: t(`values.species.${value}`) }))}
        value={fields.species}
        onChange={(value) => set({ species: hitSpecies.find((one) => one === value) ?? null })}
      />
    </Group>
  );
}

function Actions({ line: { fields, set, faultOf } }: { line: Line }) {
  const t = useText();
  return (
    <>
      <Chip.Group
        multiple
        value={[...fields.actions]}
        onChange={(values) => set({ actions: lineActions.filter((one) => values.includes(one)) })}
      >
        <Group gap="xs" role="group" aria-label={t('fields.actions')}>
          {lineActions.map((one) => (
            <Chip key={one} value={one} size="md">
              {t(`values.action.${one}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {fields.actions.includes('replaced') && (
        <Group gap="xs" align="end">
          <TextInput
            {...required}
            flex={1}
            label={t('fields.serial')}
            value={fields.serial}
            error={faultOf('serial')}
            onChange={(event) => set({ serial: event.currentTarget.value })}
          />
          <ScanButton onSerial={(serial) => set({ serial })} />
        </Group>
      )}
    </>
  );
}

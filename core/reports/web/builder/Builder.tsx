import { Alert, Box, Button, Group } from '@mantine/core';
import { IconDeviceFloppy, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import type { Colleague } from '../../common/receptor.ts';
import type { Report } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import { BuilderParts } from './BuilderParts.tsx';
import type { Draft } from './draft.ts';
import { ConflictDialog } from './save/ConflictDialog.tsx';
import { lookUp } from './save/faults.ts';
import { useSave } from './save/use-save.ts';
import { useSaveKey } from './save/use-save-key.ts';
import { useShownFault } from './save/use-shown-fault.ts';
import { useBuilder } from './use-builder.ts';
import { useTabs } from './use-tabs.ts';

type Props = {
  companyId: number;
  /** The stored report; undefined for a new one. */
  report?: Report;
  initial: Draft;
  catalogue: readonly OfferedSection[];
  /** Elements at the end of the title line. */
  aside?: ReactNode;
  onStored(report: Report, recipients: readonly Colleague[]): void;
  /** Opens a run of the stored report. */
  onRun(report: Report, recipients: readonly Colleague[]): void;
};

/** Edits a report: what is in it, of when, for whom, and in which form. */
export function Builder({ companyId, report, initial, catalogue, aside, onStored, onRun }: Props) {
  const t = useText();
  const phone = usePhone();
  const builder = useBuilder(initial);
  const [recipients, setRecipients] = useState<readonly Colleague[]>([]);
  const saving = useSave({ companyId, report, builder });
  const { draft, dirty } = builder;
  const root = useRef<HTMLDivElement>(null);
  const tabs = useTabs();
  useShownFault(root, { rejection: saving.rejection, builder, ...tabs });
  const save = async (then: Props['onStored']) => {
    const stored = await saving.save();
    if (!stored) return;
    setRecipients([]);
    then(stored, recipients);
  };
  useSaveKey(() => void save(onStored));
  const isNew = report === undefined;
  return (
    <PageFrame
      title={draft.name.trim() || t(isNew ? 'builder.new' : 'builder.unnamed')}
      parents={[{ label: t('builder.list'), to: '/reports/list' }]}
      action={
        <Group gap="xs">
          {!phone && aside}
          <RunButton
            isDirty={isNew || dirty}
            isEmpty={draft.sections.length === 0}
            onRun={() => (isNew || dirty ? void save(onRun) : onRun(report, recipients))}
          />
          <SaveButton isDirty={dirty} pending={saving.pending} onSave={() => void save(onStored)} />
        </Group>
      }
      tabs={tabs.tabs}
      tab={tabs.tab}
      onTab={tabs.setTab}
    >
      <UnsavedGuard when={(dirty || recipients.length > 0) && !saving.pending} />
      {saving.failure && <Alert color={meaningColors.danger}>{saving.failure}</Alert>}
      <BuilderParts
        {...{ root, companyId, report, builder, catalogue, recipients, tabs }}
        faultOf={lookUp(saving.rejection.faults, draft)}
        onRecipients={setRecipients}
      />
      {phone && <Box mt="md">{aside}</Box>}
      {saving.theirs && <ConflictDialog theirs={saving.theirs} mine={draft} catalogue={catalogue} saving={saving} />}
    </PageFrame>
  );
}

type RunProps = { isDirty: boolean; isEmpty: boolean; onRun(): void };

function RunButton({ isDirty, isEmpty, onRun }: RunProps) {
  const t = useText();
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={iconSizes.md} aria-hidden />}
      disabled={isEmpty}
      onClick={onRun}
    >
      {t(isDirty ? 'builder.saveAndRun' : 'builder.run')}
    </Button>
  );
}

type SaveProps = { isDirty: boolean; pending: boolean; onSave(): void };

function SaveButton({ isDirty, pending, onSave }: SaveProps) {
  const kit = useKitText();
  return (
    <Button
      leftSection={<IconDeviceFloppy size={iconSizes.md} aria-hidden />}
      loading={pending}
      variant={isDirty ? 'filled' : 'light'}
      aria-keyshortcuts="Control+S Meta+S"
      onClick={onSave}
    >
      {kit('actions.save')}
    </Button>
  );
}

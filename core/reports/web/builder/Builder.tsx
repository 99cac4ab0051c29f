import { Alert, Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceFloppy, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from '#platform/web/client/store.ts';
import { directionOf, languageStore } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { Colleague } from '../../common/receptor.ts';
import type { Report } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import classes from './Builder.module.css';
import { Catalogue } from './Catalogue.tsx';
import type { Draft } from './draft.ts';
import { ReportPreview } from './preview/ReportPreview.tsx';
import { ConflictDialog } from './save/ConflictDialog.tsx';
import { builderTabs, lookUp } from './save/faults.ts';
import { Rejected } from './save/Rejected.tsx';
import { useSave } from './save/use-save.ts';
import { useShownFault } from './save/use-shown-fault.ts';
import { SectionList } from './sections/SectionList.tsx';
import { useSectionActions } from './sections/use-section-actions.ts';
import { useSectionDrag } from './sections/use-section-drag.ts';
import { FilesTab } from './tabs/FilesTab.tsx';
import { PeriodTab } from './tabs/PeriodTab.tsx';
import { RecipientsTab } from './tabs/RecipientsTab.tsx';
import { ScheduleTab } from './tabs/ScheduleTab.tsx';
import { type BuilderState, useBuilder } from './use-builder.ts';

/** From this width on, the preview is next to what is edited. */
const wide = '(min-width: 80em)';
const previewTab = 'preview';

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
export function Builder(props: Props) {
  const { companyId, report, initial, catalogue, aside, onStored, onRun } = props;
  const t = useText();
  const phone = usePhone();
  const builder = useBuilder(initial);
  const [recipients, setRecipients] = useState<readonly Colleague[]>([]);
  const saving = useSave({ companyId, report, builder });
  const { draft } = builder;
  const faultOf = lookUp(saving.rejection.faults, draft);
  const root = useRef<HTMLDivElement>(null);
  const { tab, tabs, setTab, isWide } = useTabs();
  useShownFault(root, { rejection: saving.rejection, builder, tab, setTab });
  const save = async (then: (stored: Report, people: readonly Colleague[]) => void) => {
    const stored = await saving.save();
    if (!stored) return;
    setRecipients([]);
    then(stored, recipients);
  };
  useSaveKey(() => void save(onStored));
  const isNew = report === undefined;
  const run = () => (isNew || builder.dirty ? void save(onRun) : onRun(report, recipients));
  const preview = <ReportPreview companyId={companyId} builder={builder} catalogue={catalogue} />;
  return (
    <PageFrame
      title={draft.name.trim() || t(isNew ? 'builder.new' : 'builder.unnamed')}
      parents={[{ label: t('builder.list'), to: '/reports/list' }]}
      action={
        <Group gap="xs">
          {!phone && aside}
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={iconSizes.md} aria-hidden />}
            disabled={draft.sections.length === 0}
            onClick={run}
          >
            {t(isNew || builder.dirty ? 'builder.saveAndRun' : 'builder.run')}
          </Button>
          <SaveButton isDirty={builder.dirty} pending={saving.pending} onSave={() => void save(onStored)} />
        </Group>
      }
      tabs={tabs}
      tab={tab}
      onTab={setTab}
    >
      <UnsavedGuard when={(builder.dirty || recipients.length > 0) && !saving.pending} />
      <VisuallyHidden role="status">
        <Said of={builder.said} />
      </VisuallyHidden>
      <div ref={root} className={classes.builder}>
        {saving.failure && <Alert color={meaningColors.danger}>{saving.failure}</Alert>}
        {report?.pausedBecause && (
          <Alert color={meaningColors.error} title={t('builder.paused.title')}>
            {t(`builder.paused.${report.pausedBecause}`)} {t('builder.paused.resume')}
          </Alert>
        )}
        <Rejected faults={faultOf.faults} builder={builder} catalogue={catalogue} onTab={setTab} />
        <div className={classes.parts} data-wide={isWide || undefined}>
          <div className={classes.edited}>
            {(isWide || tab === 'sections') && (
              <Names builder={builder} nameFault={faultOf.at('name')} descriptionFault={faultOf.at('description')} />
            )}
            {tab === 'sections' && (
              <SectionsPart builder={builder} catalogue={catalogue} faultOf={faultOf} isWide={isWide} />
            )}
            {tab === 'period' && <PeriodTab companyId={companyId} builder={builder} faultOf={faultOf} />}
            {tab === 'schedule' && <ScheduleTab builder={builder} faultOf={faultOf} />}
            {tab === 'recipients' && (
              <RecipientsTab
                companyId={companyId}
                reportId={report?.id ?? null}
                chosen={recipients}
                onChoose={setRecipients}
                isDirty={builder.dirty}
              />
            )}
            {tab === 'files' && <FilesTab builder={builder} faultOf={faultOf} />}
          </div>
          {isWide ? <div className={classes.preview}>{preview}</div> : tab === previewTab && preview}
          {phone && aside}
        </div>
      </div>
      {saving.theirs && <ConflictDialog theirs={saving.theirs} mine={draft} catalogue={catalogue} saving={saving} />}
    </PageFrame>
  );
}

/** The tabs, of which the address has the chosen one. */
function useTabs() {
  const t = useText();
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const [params, setParams] = useSearchParams();
  const names = isWide ? builderTabs : ([...builderTabs, previewTab] as const);
  const tab = names.find((name) => name === params.get('tab')) ?? 'sections';
  const tabs = names.map((name) => ({ value: name, label: t(`builder.tabs.${name}`) }));
  const setTab = (name: string) =>
    setParams(
      (before) => {
        before.set('tab', name);
        return before;
      },
      { replace: true },
    );
  return { tab, tabs, setTab, isWide };
}

type SectionsProps = {
  builder: BuilderState;
  catalogue: readonly OfferedSection[];
  faultOf: ReturnType<typeof lookUp>;
  isWide: boolean;
};

/** The catalogue and the list of the sections. */
function SectionsPart({ builder, catalogue, faultOf, isWide }: SectionsProps) {
  const t = useText();
  const phone = usePhone();
  const list = useRef<HTMLDivElement>(null);
  const actions = useSectionActions(builder, catalogue);
  const mirrored = directionOf(useStore(languageStore)) === 'rtl';
  const drag = useSectionDrag(list, { mirrored, onDrop: actions.drop });
  const [opened, setOpened] = useState(false);
  const count = builder.draft.sections.length;
  const isBeside = !phone && isWide;
  return (
    <div className={classes.sections} data-beside={isBeside || undefined}>
      {isBeside && <Catalogue catalogue={catalogue} count={count} onAdd={actions.add} drag={drag} />}
      <SectionList
        {...{ builder, actions, drag, list, faultOf, catalogue }}
        onAdd={isBeside ? undefined : () => setOpened(true)}
      />
      {opened && !isBeside && (
        <SidePanel title={t('builder.catalogue.title')} onClose={() => setOpened(false)} sheet>
          <Catalogue
            catalogue={catalogue}
            count={count}
            onAdd={(section) => {
              setOpened(false);
              actions.add(section);
            }}
          />
        </SidePanel>
      )}
    </div>
  );
}

type NamesProps = { builder: BuilderState; nameFault: string | undefined; descriptionFault: string | undefined };

const Names = ({ builder, nameFault, descriptionFault }: NamesProps) => {
  const t = useText();
  const { name, description } = builder.draft;
  return (
    <div className={classes.names}>
      <TextInput
        label={t('builder.fields.name')}
        value={name}
        error={nameFault}
        {...required}
        onChange={(event) => builder.set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('builder.fields.description')}
        value={description}
        error={descriptionFault}
        onChange={(event) => builder.set({ description: event.currentTarget.value })}
      />
    </div>
  );
};

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

/** A text that is read out again when it is said again. */
function Said({ of: { text } }: { of: BuilderState['said'] }) {
  return text;
}

/** Ctrl+S and ⌘S save. */
function useSaveKey(save: () => void): void {
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

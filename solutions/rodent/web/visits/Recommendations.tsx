import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { SeverityChip, StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { newRecommendation, type Recommendation } from '../../common/visits/records.ts';
import type { VisitSheet } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Visit.module.css';
import { waitingVisit } from './visit-lines.ts';

const schema = newRecommendation.pick({ text: true, severity: true, dueOn: true, ownerId: true });
const severities = ['ok', 'poor', 'problem'] as const;

/** What the visit recommends, and what became of it. */
export function Recommendations({
  sheet,
  mayWork,
  mayFollow,
}: {
  sheet: VisitSheet;
  mayWork: boolean;
  mayFollow: boolean;
}) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <Stack gap="sm">
      {mayWork && (
        <Group>
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('recommend')}
          </Button>
        </Group>
      )}
      {sheet.recommendations.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('noRecommendations')}
        </Text>
      )}
      <ul className={classes.traps}>
        {sheet.recommendations.map((one) => (
          <RecommendationRow key={one.id} visitId={sheet.visit.id} recommendation={one} mayFollow={mayFollow} />
        ))}
      </ul>
      {opened && <RecommendationForm visit={sheet.visit} onClose={() => setOpened(false)} />}
    </Stack>
  );
}

type RowProps = { visitId: number; recommendation: Recommendation; mayFollow: boolean };

function RecommendationRow({ visitId, recommendation, mayFollow }: RowProps) {
  const t = useText();
  const { date } = useFormats();
  const { id, text, severity, dueOn, owner, state, overdue } = recommendation;
  const params = { id: visitId, recommendationId: id };
  const done = useAction(api.visit.recommendationDone);
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const reject = useAction(api.visit.recommendationRejected, { onDone: () => setRejecting(false) });
  return (
    <li className={classes.trap}>
      <div className={classes.where}>
        <Text size="sm">{text}</Text>
        <Text size="xs" c="dimmed">
          {[t('dueOn', { day: date(dueOn, 'date') }), owner?.name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.tools}>
        {state === 'open' && <SeverityChip value={severity} />}
        <StatusChip
          value={overdue ? 'overdue' : state}
          field="recommendation"
          tones={{ open: 'none', overdue: 'problem', done: 'good', rejected: 'none' }}
        />
        {mayFollow && state === 'open' && (
          <>
            <Button variant="light" loading={done.pending} onClick={() => done.run({ params, body: {} })}>
              {t('markDone')}
            </Button>
            <Button variant="default" onClick={() => setRejecting(true)}>
              {t('reject')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        opened={rejecting}
        title={t('reject')}
        message={text}
        confirmLabel={t('reject')}
        pending={reject.pending}
        onCancel={() => setRejecting(false)}
        onConfirm={() => reason.trim() && reject.run({ params, body: { reason: reason.trim() } })}
      >
        <Textarea
          label={t('fields.reason')}
          withAsterisk
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </li>
  );
}

function RecommendationForm({ visit, onClose }: { visit: { id: number; number: string }; onClose(): void }) {
  const t = useText();
  const kit = useKitText();
  const [clientId] = useState(() => crypto.randomUUID());
  const add = useAction(api.visit.recommend, {
    keeps: () => ({ title: t('recommend'), record: visit.number, of: waitingVisit(visit.id) }),
  });
  const form = useEntityForm(schema, {
    namespace: 'rodent',
    initial: { text: '', severity: 'poor', dueOn: '', ownerId: null },
    save: (values) => add.ask({ params: { id: visit.id }, body: { ...values, clientId } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('recommend')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <Textarea {...form.field('text')} autosize minRows={2} data-autofocus />
        <Select
          {...form.field('severity')}
          data={severities.map((value) => ({ value, label: kit(`values.severity.${value}`) }))}
          allowDeselect={false}
        />
        <DayInput {...form.field('dueOn')} value={form.values.dueOn} />
        <SearchSelect {...form.field('ownerId')} of={api.small.user} />
      </EntityForm>
    </SidePanel>
  );
}

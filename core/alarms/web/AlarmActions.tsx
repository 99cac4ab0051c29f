import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconArrowUpRight, IconBan, IconChecks, IconCircleX, IconMessage } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { AlarmDetail } from '../common/alarm.ts';
import classes from './Alarms.module.css';
import type { ActionCall, AlarmCalls, AlarmSource } from './alarm-calls.ts';
import { EscalateForm } from './EscalateForm.tsx';
import { showAlarm } from './show-alarm.ts';
import { useText } from './texts.ts';

type Props = { alarm: AlarmDetail; source: AlarmSource };

const icons: Readonly<Record<string, typeof IconChecks>> = {
  acknowledge: IconChecks,
  comment: IconMessage,
  terminate: IconCircleX,
  reject: IconBan,
};
const needsText = new Set(['comment', 'reject']);
/** What ends an alarm, and what an app adds, is asked about first. */
const runsAtOnce = new Set(['acknowledge', 'comment']);
const longest = 2000;

/** What the alarm's state and the person's permissions in its structure allow, with one comment for whichever is done. */
export function AlarmActions({ alarm, source }: Props) {
  const { calls, app } = source;
  const t = useText();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState<string | null>(null);
  const [escalating, setEscalating] = useState(false);
  const nameOf = useActionName(app.id);
  const resource = alarm.structure?.id ?? null;
  const mayEscalate = usePermitted(calls.escalateUser?.route.access ?? { or: [] }, { resource });
  const plain = alarm.actions.flatMap((name) => {
    const call = name === 'escalate-user' ? undefined : calls.action(name);
    return call && currentDenial(call.route.access, { resource }) === null ? { name, call } : [];
  });
  const escalates = mayEscalate && alarm.actions.includes('escalate-user');
  const finish = () => {
    setText('');
    setMissing(false);
    setEscalating(false);
  };
  const run = useRunning(calls, alarm.id, finish);
  const start = (action: string) => {
    if (needsText.has(action) && !text.trim()) return setMissing(true);
    if (runsAtOnce.has(action)) go(action);
    else setAsking(action);
  };
  const go = (action: string) => {
    const call = plain.find(({ name }) => name === action)?.call;
    if (call) run.start(action, call, text.trim());
  };
  if (plain.length === 0 && !escalates) return null;
  return (
    <Stack gap="xs">
      <Textarea
        label={t('comment')}
        value={text}
        maxLength={longest}
        autosize
        minRows={2}
        error={missing && !text.trim() ? t('commentNeeded') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start('comment');
        }}
      />
      <Group gap="xs" className={classes.actions}>
        {plain.map(({ name: action }) => (
          <ActionButton
            key={action}
            action={action}
            name={nameOf(action)}
            pending={run.pending === action}
            onClick={() => start(action)}
          />
        ))}
        {escalates && (
          <ActionButton
            action="escalate-user"
            name={t('actions.escalate-user')}
            expanded={escalating}
            onClick={() => setEscalating(!escalating)}
          />
        )}
      </Group>
      {escalating && <EscalateForm alarm={alarm} calls={calls} comment={text.trim()} onDone={finish} />}
      <ConfirmDialog
        opened={asking !== null}
        title={
          asking === 'terminate' || asking === 'reject'
            ? t(`ask.${asking}`)
            : t('askFor', { action: nameOf(asking ?? 'terminate') })
        }
        message={t('askText')}
        entityName={alarm.subject.name}
        confirmLabel={nameOf(asking ?? 'terminate')}
        onConfirm={() => {
          if (asking) go(asking);
          setAsking(null);
        }}
        onCancel={() => setAsking(null)}
      />
    </Stack>
  );
}

type ButtonProps = { action: string; name: string; pending?: boolean; expanded?: boolean; onClick(): void };

function ActionButton({ action, name, pending = false, expanded, onClick }: ButtonProps) {
  const Icon = icons[action] ?? IconArrowUpRight;
  return (
    <Button
      size="xs"
      variant={action === 'acknowledge' ? 'filled' : 'default'}
      leftSection={<Icon size={iconSizes.sm} aria-hidden />}
      loading={pending}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {name}
    </Button>
  );
}

/** Actions of the app's own are named by its texts, under `actions`. */
function useActionName(app: string): (action: string) => string {
  const own = useLabels(app);
  const common = useLabels('alarms');
  return (action) => (own.has(`actions.${action}`) ? own : common).label(`actions.${action}`);
}

function useRunning(calls: AlarmCalls, id: number, onDone: () => void) {
  const [pending, setPending] = useState<string | null>(null);
  const client = useQueryClient();
  return {
    pending,
    start(action: string, call: ActionCall, comment: string) {
      setPending(action);
      call
        .send({ params: { id }, body: { comment } })
        .then(async (after) => {
          await showAlarm(client, calls, action, after);
          onDone();
        })
        // A refusal was told by its notice.
        .catch((error: unknown) => {
          if (!(error instanceof RequestError)) notifyUnknownError(error);
        })
        .finally(() => setPending(null));
    },
  };
}

import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { errorMessage, notifyUnknownError } from '../../client/connection.ts';
import { createIdempotencyKeys } from '../../client/idempotency-key.ts';
import { RequestError } from '../../client/request-error.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { csvOf } from '../list/export/csv.ts';
import { download } from '../list/export/download.ts';
import classes from './ItemRun.module.css';
import { type ItemState, runItems } from './run-items.ts';

type Item = { id: number; name: string };
type Props<Row extends Item> = {
  items: readonly Row[];
  /** One call for one item; it must be silent. `keyed` gives the headers with its idempotency key, which a retry after a lost reply keeps. */
  run(item: Row, keyed: (order: unknown) => Record<string, string>): Promise<unknown>;
  startLabel: string;
  /** Whether it may start. */
  ready: boolean;
  /** The name of the file with the outcome. */
  file: string;
  onDone(): void;
};

const reasonOf = (error: unknown) => (error instanceof RequestError ? errorMessage(error) : null);

/** Makes one call for each item and shows its outcome: stop, retry the failed ones, save the outcomes as CSV. */
export function ItemRun<Row extends Item>({ items, run, startLabel, ready, file, onDone }: Props<Row>) {
  const t = useKitText();
  const [states, setStates] = useState<Readonly<Record<number, ItemState>>>({});
  const [stop, setStop] = useState<AbortController | null>(null);
  const current = useRef(states);
  const keysOf = useRef(new Map<number, ReturnType<typeof createIdempotencyKeys>>());
  const stateOf = (item: Row): ItemState => states[item.id] ?? { state: 'pending' };
  const count = (state: ItemState['state']) => items.filter((item) => stateOf(item).state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const started = done + failed > 0 || stop !== null;

  const withKey = async (item: Row, call: Props<Row>['run']): Promise<unknown> => {
    const keys = keysOf.current.get(item.id) ?? createIdempotencyKeys();
    keysOf.current.set(item.id, keys);
    try {
      const result = await call(item, (order) => ({ 'idempotency-key': keys.keyFor(order) }));
      keys.answered();
      return result;
    } catch (error) {
      if (error instanceof Error) keys.failed(error);
      throw error;
    }
  };

  async function start(): Promise<void> {
    const controller = new AbortController();
    setStop(controller);
    const chosen = items.filter((item) => (current.current[item.id] ?? { state: 'pending' }).state !== 'done');
    try {
      await runItems({
        items: chosen,
        run: (item) => withKey(item, run),
        reasonOf,
        signal: controller.signal,
        onState: (position, state) => {
          const item = chosen[position] as Row;
          current.current = { ...current.current, [item.id]: state };
          setStates(current.current);
        },
      });
    } catch (error) {
      notifyUnknownError(error);
    }
    setStop(null);
    onDone();
  }
  const save = () =>
    download(
      `${file}.csv`,
      csvOf([
        [t('columns.id'), t('columns.name'), t('columns.status'), t('run.reason')],
        ...items.map((item) => {
          const state = stateOf(item);
          return [item.id, item.name, t(`run.state.${state.state}`), state.state === 'failed' ? state.reason : ''];
        }),
      ]),
    );
  return (
    <Stack gap="sm">
      <UnsavedGuard when={stop !== null} />
      {started && (
        <>
          <Text role="status" size="sm">
            {t('run.progress', { done: done + failed, total: items.length })}
          </Text>
          <Progress value={((done + failed) / items.length) * 100} aria-label={startLabel} />
        </>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too */}
      <ul className={classes.items} tabIndex={0} aria-label={startLabel}>
        {items.map((item) => (
          <ItemLine key={item.id} name={item.name} state={stateOf(item)} />
        ))}
      </ul>
      <Group gap="xs">
        {stop ? (
          <Button variant="default" onClick={() => stop.abort()}>
            {t('run.stop')}
          </Button>
        ) : (
          done < items.length && (
            <Button disabled={!ready} onClick={() => void start()}>
              {failed > 0 ? t('run.retry') : startLabel}
            </Button>
          )
        )}
        {started && !stop && (
          <Button variant="default" onClick={save}>
            {t('run.save')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function ItemLine({ name, state }: { name: string; state: ItemState }) {
  const t = useKitText();
  return (
    <li className={classes.item}>
      <StateIcon state={state.state} />
      <div>
        <bdi>{name}</bdi>
        {state.state === 'failed' ? (
          <div className={classes.reason}>{state.reason}</div>
        ) : (
          <span className={classes.state}>{t(`run.state.${state.state}`)}</span>
        )}
      </div>
    </li>
  );
}

function StateIcon({ state }: { state: ItemState['state'] }) {
  if (state === 'running') return <Loader size={iconSizes.md} aria-hidden />;
  if (state === 'done') return <IconCircleCheck size={iconSizes.md} className={classes.done} aria-hidden />;
  if (state === 'failed') return <IconAlertCircle size={iconSizes.md} className={classes.failed} aria-hidden />;
  return <IconCircleDashed size={iconSizes.md} className={classes.pending} aria-hidden />;
}

import { Box, Button, Group, NumberInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Structure } from '#core/places/common/structure.ts';
import { StructureFromAddress, siteAddress, useCreateFloors, useFloors } from '#core/places/web/parts.tsx';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import classes from './Assets.module.css';
import { structuresInAssets } from './addresses.ts';
import { useText } from './api.ts';
import { floorNamesFault, floorsBetween, levelPlaceholder, maxFloors, type Patterns } from './floor-names.ts';

/** Adds a range of floors to a structure. */
export function AddFloorsPage() {
  return (
    <StructureFromAddress>{(structure) => <AddFloors key={structure.id} structure={structure} />}</StructureFromAddress>
  );
}

const [lowest, highest] = [-20, 300];

function AddFloors({ structure }: { structure: Structure }) {
  const t = useText();
  const existing = useFloors(structure);
  return (
    <PageFrame
      parents={[
        { label: t('parentTabs.structures'), to: structuresInAssets },
        { label: structure.name, to: siteAddress(structure.id) },
      ]}
    >
      {existing.error ? (
        <FailedState error={existing.error} onRetry={existing.retry} />
      ) : existing.loading ? (
        <Skeleton h={sizes.chart} maw={sizes.form} radius="lg" />
      ) : (
        <FloorsForm structure={structure} existing={existing.rows} />
      )}
    </PageFrame>
  );
}

function FloorsForm({ structure, existing }: { structure: Structure; existing: ReturnType<typeof useFloors>['rows'] }) {
  const t = useText();
  const kitText = useKitText();
  const navigate = useNavigate();
  const back = siteAddress(structure.id, 'rooms');
  const create = useCreateFloors(structure);
  const [levels, setLevels] = useState<{ from: number; to: number } | null>(null);
  const [patterns, setPatterns] = useState<Patterns>({
    above: t('floors.above'),
    ground: t('floors.ground'),
    below: t('floors.below'),
  });
  const [pending, setPending] = useState(false);

  const top = Math.max(-1, ...existing.map((floor) => floor.level));
  const { from, to } = levels ?? { from: top + 1, to: Math.min(highest, top + 5) };
  const floors = floorsBetween(from, to, patterns, existing);
  const newFloors = floors.filter((floor) => !floor.exists).map(({ name, level }) => ({ name, level }));
  const fault = floorNamesFault(newFloors);
  const setLevel = (name: 'from' | 'to') => (value: number | string) =>
    typeof value === 'number' && setLevels({ from, to, [name]: value });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    setPending(true);
    try {
      await create(newFloors);
      setLevels(null);
      // Navigates after the form has cleared its unsaved state, which would block it.
      setTimeout(() => void navigate(back));
    } catch (error) {
      // The client has shown the error as a notification.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setPending(false);
    }
  };
  const level = (name: 'from' | 'to', value: number) => (
    <NumberInput
      label={t(`floors.${name}`)}
      value={value}
      onChange={setLevel(name)}
      min={lowest}
      max={highest}
      clampBehavior="strict"
      allowDecimal={false}
      dir="ltr"
    />
  );
  const pattern = (name: keyof Patterns, shown: boolean) =>
    shown && (
      <TextInput
        label={t(`floors.pattern.${name}`)}
        description={name === 'ground' ? undefined : t('floors.mark', { mark: levelPlaceholder })}
        value={patterns[name]}
        maxLength={70}
        onChange={(event) => setPatterns({ ...patterns, [name]: event.currentTarget.value })}
      />
    );
  return (
    <>
      <UnsavedGuard when={levels !== null && !pending} />
      <Box maw={sizes.form}>
        <Panel>
          <form onSubmit={(event) => void submit(event)}>
            <Stack gap="md">
              <div className={classes.pair}>
                {level('from', from)}
                {level('to', to)}
              </div>
              {pattern('above', Math.max(from, to) > 0)}
              {pattern('ground', Math.min(from, to) <= 0 && Math.max(from, to) >= 0)}
              {pattern('below', Math.min(from, to) < 0)}
              <div>
                <Text fw={550} id="floors-preview">
                  {t('floors.preview', { count: newFloors.length })}
                </Text>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list can be scrolled with the keyboard */}
                <ul className={classes.floors} aria-labelledby="floors-preview" tabIndex={0}>
                  {floors.toReversed().map((floor) => (
                    <li key={floor.level} className={classes.floor} data-skipped={floor.exists || undefined}>
                      <bdi>{floor.name || '–'}</bdi>
                      {floor.exists ? (
                        <ToneChip tone="none">{t('floors.exists')}</ToneChip>
                      ) : (
                        <span className={classes.note}>
                          {t('floors.level')} <bdi dir="ltr">{floor.level}</bdi>
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
                {Math.abs(to - from) >= maxFloors && (
                  <Text size="sm" c="dimmed">
                    {t('floors.most', { most: maxFloors })}
                  </Text>
                )}
                {fault && (
                  <Text size="sm" c="var(--mantine-color-error)" role="alert">
                    {t(`floors.fault.${fault}`)}
                  </Text>
                )}
              </div>
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={() => void navigate(back)}>
                  {kitText('actions.cancel')}
                </Button>
                <Button type="submit" loading={pending} disabled={fault !== null}>
                  {t('floors.submit', { count: newFloors.length })}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </Box>
    </>
  );
}

import { Alert, Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AnyRoute, Route } from '#platform/common/route.ts';
import type { Endpoint } from '../../client/client-of.ts';
import { useAction, useData } from '../../client/hooks.ts';
import { RequestError } from '../../client/request-error.ts';
import { useKitText } from '../../i18n/texts.ts';
import { meaningColors, sizes } from '../../theme.ts';
import { QueryBoundary } from '../state/QueryBoundary.tsx';

type Versioned = { version: number };
type Calls<Values extends Versioned> = {
  get: Endpoint<Route<object, unknown, unknown, Values, false>>;
  update: Endpoint<Route<object, unknown, Values, Values, false>>;
};
type Props<Values extends Versioned> = {
  /** The calls that `appSettings` declares. */
  of: Calls<Values>;
  /** The form; it starts from `stored` and passes all values to `save`. */
  children(settings: { stored: Values; save(values: Omit<Values, 'version'>): Promise<Values> }): ReactNode;
};

/**
 * The settings of an app in the company. If somebody else has changed them in the meantime, nothing is saved: what the
 * reader has entered stays until the reader loads them again.
 */
export function AppSettings<Values extends Versioned>({ of, children }: Props<Values>) {
  const query = useData<AnyRoute>(of.get, {}, { staleTime: 0 });
  const [loads, setLoads] = useState(0);
  if (query.data === undefined || !query.isFetchedAfterMount) return <QueryBoundary of={query} />;
  const reload = () => void query.refetch().then(() => setLoads((count) => count + 1));
  return (
    <Loaded key={loads} of={of} stored={query.data} onReload={reload}>
      {children}
    </Loaded>
  );
}

function Loaded<Values extends Versioned>({
  of,
  stored,
  onReload,
  children,
}: Props<Values> & { stored: Values; onReload(): void }) {
  const t = useKitText();
  const [version, setVersion] = useState(stored.version);
  const [isOutdated, setOutdated] = useState(false);
  const update = useAction<AnyRoute>(of.update);
  const save = async (values: Omit<Values, 'version'>): Promise<Values> => {
    try {
      const saved: Values = await update.ask({ body: { ...values, version } });
      setVersion(saved.version);
      return saved;
    } catch (error) {
      if (error instanceof RequestError && error.word === 'changed-meanwhile') setOutdated(true);
      throw error;
    }
  };
  return (
    <Stack gap="md">
      {isOutdated && (
        <Alert variant="light" color={meaningColors.error} title={t('errors.changed-meanwhile')} maw={sizes.form}>
          <Button size="compact-sm" variant="default" onClick={onReload}>
            {t('actions.refresh')}
          </Button>
        </Alert>
      )}
      {children({ stored, save })}
    </Stack>
  );
}

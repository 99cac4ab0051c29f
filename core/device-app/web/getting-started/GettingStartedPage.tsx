import { Box } from '@mantine/core';
import { useMe } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { StartSteps, useGettingStarted } from './GettingStarted.tsx';

/** All steps to a first value, also those that are done. */
export function GettingStartedPage() {
  const progress = useGettingStarted();
  const { company } = useMe();
  return (
    <PageFrame>
      {progress.data && company ? (
        <Box maw={sizes.widePanel}>
          <StartSteps progress={progress.data} companyId={company.id} />
        </Box>
      ) : (
        <QueryBoundary of={progress} />
      )}
    </PageFrame>
  );
}

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { iconSizes } from '#platform/web/theme.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { boardPathOf } from '../common/pages.ts';
import { useText } from './api.ts';
import { BoardView } from './BoardView.tsx';

/** The arrangeable board of an app that mounts `boardRoutes` as `board`. */
export function AppBoardPage() {
  const t = useText();
  const handle = usePageHandle();
  if (!handle) return null;
  // A board that is a separate page has no other view.
  const back = boardPathOf(handle.app) === 'alternative' && (
    <Button
      component={Link}
      to={handle.app.web}
      variant="default"
      leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
    >
      {t('board.standard')}
    </Button>
  );
  return <BoardView app={handle.app} tools={back} />;
}

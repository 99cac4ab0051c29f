import { Text } from '@mantine/core';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from '../text.ts';
import { LinkList } from './LinkList.tsx';

/** The signed links of the company. */
export function LinksPage() {
  const t = useText();
  return (
    <PageFrame fill>
      <Text c="dimmed" mb="sm">
        {t('links.lead')}
      </Text>
      <LinkList />
    </PageFrame>
  );
}

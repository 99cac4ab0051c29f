import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { mailPlanRoutes } from '../common/mail-plan.ts';
import { MailPlanPanel } from './MailPlanPanel.tsx';
import { peopleOf } from './people-of.ts';
import { useText } from './texts.ts';
import type { NewMailPlan } from './use-mail-plan-form.ts';

/** Plans mails with a report of the current page's app: each month to the person, until the form says otherwise. */
export function MailReportButton({ report, name }: { report: string; name: string }) {
  const t = useText();
  const app = usePageHandle()?.app;
  const people = app && peopleOf(app);
  const { company, user } = useMe();
  const [begin, setBegin] = useState<NewMailPlan | null>(null);
  if (!company || !people) return null;
  return (
    <Can access={mailPlanRoutes.create.access}>
      <Button
        variant="default"
        leftSection={<IconMail size={iconSizes.md} aria-hidden />}
        onClick={() => setBegin({ name, report, frequency: 'monthly', users: [user.id] })}
      >
        {t('mailPlans.send')}
      </Button>
      {begin && (
        <MailPlanPanel app={app} people={people} companyId={company.id} begin={begin} onClose={() => setBegin(null)} />
      )}
    </Can>
  );
}

import { Text } from '@mantine/core';
import { useGroupTabsOf } from '#core/notifications/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { AppSettings } from '#platform/web/ui/settings/AppSettings.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { defcon } from '../../app.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { CustomerForm } from './CustomerForm.tsx';
import { HeadquartersForm } from './HeadquartersForm.tsx';
import { SecurityForm } from './SecurityForm.tsx';
import { ShownRules } from './ShownRules.tsx';

/** By which rules and times a company handles incidents. */
export function RulesPage() {
  const t = useText();
  const tabs = useGroupTabsOf(defcon);
  const mayChange = usePermitted(api.intrusionSetting.update.route.access);
  return (
    <PageFrame tabs={tabs}>
      <Panel>
        <Text mb="md" maw="72ch">
          {t('rules.text')}
        </Text>
        {mayChange ? <ChangeRules /> : <ReadRules />}
      </Panel>
    </PageFrame>
  );
}

function ReadRules() {
  const query = useData(api.intrusionSetting.get);
  return query.data ? <ShownRules setting={query.data} /> : <QueryBoundary of={query} />;
}

const ChangeRules = () => (
  <AppSettings of={api.intrusionSetting}>
    {({ stored, save }) =>
      stored.kind === 'security' ? (
        <SecurityForm stored={stored} save={save} />
      ) : stored.kind === 'customer' ? (
        <CustomerForm stored={stored} save={save} />
      ) : (
        <HeadquartersForm stored={stored} save={save} />
      )
    }
  </AppSettings>
);

import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { HistoryButton, type ValueText } from '#platform/web/ui/history/History.tsx';
import { Logo } from '#platform/web/ui/images/Logo.tsx';
import type { CompanyProfile } from '../../common/company.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { logoOf } from './logo-of.ts';

/** Who changed what of a company, its apps and its packages. */
export function CompanyHistory({ company }: { company: CompanyProfile }) {
  const t = useText();
  const kit = useKitText();
  const words = usePermissionNames();
  const valueText: ValueText = (field, word, side) => {
    if (word === null) return undefined;
    if (field === 'type') return kit(`companyTypes.${word as CompanyProfile['type']}`);
    if (field === 'status') return t(`values.contractStatus.${word as CompanyProfile['status']}`);
    if (field === 'appId') return words.module(word);
    if (field === 'kind') return t(`values.comKind.${word as 'sms'}`);
    if (field !== 'logoId') return undefined;
    // Replaced pictures are not stored: only the present one can be shown.
    if (side === 'after' && Number(word) === company.logoId)
      return <Logo name={company.name} logo={logoOf(company)} size="sm" />;
    return t(side === 'before' ? 'companies.oldPicture' : 'companies.newPicture');
  };
  return (
    <HistoryButton of={api.company.history} params={{ id: company.id }} namespace="accounts" valueText={valueText} />
  );
}

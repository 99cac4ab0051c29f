import type { LogoSource } from '#platform/web/ui/images/Logo.tsx';
import type { CompanyProfile } from '../../common/company.ts';
import { api } from '../api.ts';

export const logoOf = ({ id, logoId }: CompanyProfile): LogoSource | null =>
  logoId ? { isLocal: false, of: api.company.logo, params: { id }, version: logoId } : null;

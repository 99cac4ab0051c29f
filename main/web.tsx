import { accountsWeb } from '#core/accounts/web/index.tsx';
import { startWeb } from '#platform/web/start.tsx';

const locales = import.meta.glob(['../core/*/locales/*.json', '../solutions/*/locales/*.json'], { import: 'default' });

void startWeb({ apps: [accountsWeb], locales });

import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { dollarText } from './dollar-text.ts';

/** An amount in US dollars: `$1,234.50`. */
export const Money = ({ of }: { of: number }) => <Bdi>{dollarText(of)}</Bdi>;

import { sweep } from './sweep/sweep.ts';

for (const language of ['en', 'ar'] as const) sweep(language);

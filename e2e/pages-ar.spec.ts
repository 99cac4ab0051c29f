import { sweep } from './sweep/sweep.ts';

sweep('ar');
